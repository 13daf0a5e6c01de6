internal import QixShake

/// `qix read text remove`
struct RemoveText: Command {
  static let declaration = Declaration(
    "remove", "Take a text out of use.", roles: [.operator],
    discussion: "Whoever has begun to read it may finish. A text that a running campaign needs stays.",
    parameters: [Content.text],
    examples: [Example("qix read text remove vitamins", "nobody can begin with it any more")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.text)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let text = try context.database.write(
      Change("readshake.text-remove", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try Content.requireUnused(name, setting: "text", in: connection, context)
      return try TextStore.remove(name, at: context.clock.now(), in: connection)
    }
    var document = Document("read.text-remove/1")
    text.addFields(to: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
