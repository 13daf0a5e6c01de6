internal import QixShake

/// `qix read questions remove`
struct RemoveQuestionnaire: Command {
  static let declaration = Declaration(
    "remove", "Take a questionnaire out of use.", roles: [.operator],
    discussion: "Answers and results stay, and whoever has begun may finish. One that a running campaign needs stays.",
    examples: [Example("qix read questions remove vitamins", "nobody can begin with it any more")],
    answer: "read.questions-remove/1: questionnaire text?, edition integer?", effect: .changes)

  private let removal = Removal("The questionnaire's name")

  func run(in context: Context) throws -> Document {
    try removal.run("questions", setting: "questionnaire", in: context) { name, now, connection in
      let questionnaire = try QuestionnaireStore.remove(name, at: now, in: connection)
      var document = Document("read.questions-remove/1")
      document.primary = questionnaire.name
      document.field("questionnaire", .text(questionnaire.name))
      document.field("edition", .integer(questionnaire.edition))
      return document
    }
  }
}
