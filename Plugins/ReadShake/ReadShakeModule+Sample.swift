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
    ]
  }
}
