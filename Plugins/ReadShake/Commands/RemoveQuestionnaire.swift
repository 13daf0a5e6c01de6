internal import QixShake

/// `qix read questions remove`
struct RemoveQuestionnaire: OldCommand {
  static let declaration = Declaration(
    "remove", "Take a questionnaire out of use.", roles: [.operator],
    discussion: "Answers and results stay, and whoever has begun may finish. One that a running campaign needs stays.",
    parameters: [Content.questionnaire],
    examples: [Example("qix read questions remove vitamins", "nobody can begin with it any more")], effect: .changes)

  private let removal: Removal

  init(_ arguments: Arguments) throws { removal = try Removal(arguments, Content.questionnaire) }

  func run(in context: Context) throws {
    try removal.run("questions", setting: "questionnaire", in: context) { name, now, connection in
      try QuestionnaireStore.remove(name, at: now, in: connection)
    } fill: { questionnaire, document in
      document.primary = questionnaire.name
      document.field("questionnaire", "questionnaire", .text(questionnaire.name))
      document.field("edition", "edition", .integer(questionnaire.edition))
    }
  }
}
