internal import QixShake

/// `qix read questions remove`
struct RemoveQuestionnaire: Command {
  static let declaration = Declaration(
    "remove", "Remove a questionnaire from use.", roles: [.operator],
    discussion: """
      Answers and results stay. Users who have begun may finish. A questionnaire used by a running campaign can't be \
      removed.
      """,
    examples: [Example("qix read questions remove vitamins", "users can no longer begin with it")],
    answer: AnswerShape("read.questions-remove/1", Questionnaire.fields), effect: .changes)

  private let removal = Removal("The questionnaire's name")

  func run(in context: Context) throws -> Document {
    try removal.run("questions", setting: "questionnaire", in: context) { name, now, connection in
      let questionnaire = try QuestionnaireStore.remove(name, at: now, in: connection)
      var document = Document("read.questions-remove/1", Questionnaire.fields, of: questionnaire)
      document.primary = questionnaire.name
      return document
    }
  }
}
