internal import QixShake

/// `qix read questions remove`
struct RemoveQuestionnaire: Command {
  static let declaration = Declaration(
    "remove", "Take a questionnaire out of use.", roles: [.operator],
    discussion: "Answers and results stay, and whoever has begun may finish. One that a running campaign needs stays.",
    parameters: [Content.questionnaire],
    examples: [Example("qix read questions remove vitamins", "nobody can begin with it any more")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.questionnaire)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let found = try context.database.write(
      Change("readshake.questions-remove", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try Content.requireUnused(name, setting: "questionnaire", in: connection, context)
      return try QuestionnaireStore.remove(name, at: context.clock.now(), in: connection)
    }
    var document = Document("read.questions-remove/1")
    document.primary = found.name
    document.field("questionnaire", "questionnaire", .text(found.name))
    document.field("edition", "edition", .integer(found.edition))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
