package import QixShake

extension ReadShakeModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      SampleStep(
        "read text add vitamins --file - --title 'Five a day'",
        input: "Five portions of vegetables and fruit a day are enough.\n"),
      SampleStep(
        "read questions import vitamins --file - --format gift",
        input: "::portions::How many portions a day are enough?{=Five ~Two ~Ten}\n"),
      SampleStep(
        "read text add tea --file - --title 'A cup of tea'", input: "Tea of leaves should stand for three minutes.\n"),
      SampleStep(
        "read questions import tea --file - --format gift",
        input: "::minutes::How many minutes should it stand?{=Three ~One ~Ten}\n"),
      "campaign create reading --brand Alba --title Reading --start {today} --end 9998-12-31 --time-zone UTC --shake read --set read.text=tea --set read.questionnaire=tea --set read.reading-fraction=0 --award fixed:5",
      "campaign fund reading --amount 1000",
      "campaign start reading",
    ]
  }
}
