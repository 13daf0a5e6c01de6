internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix directive source remove`
struct RemoveSource: OldCommand {
  private static let name = OldPositional("source", .text, "Which source")

  static let declaration = Declaration(
    "remove", "Fetch from a source no longer, and forget its directives.", roles: .adminsOnly,
    discussion: "What is forgotten with it is which version it was at: whoever adds it again takes any version.",
    parameters: [name],
    examples: [Example("qix directive source remove agency", "its directives hold no longer")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let source = try context.database.write(
      Change("shakes.source-remove", subject: "source:\(name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let source = try DirectiveSource.find(name, in: connection)
      try source.remove(in: connection)
      return source
    }
    var document = Document("directive.source.remove/1")
    document.primary = source.name
    SourceFields.fill(&document, source)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix directive source list`.")
  }
}
