internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix directive remove`
struct RemoveDirective: OldCommand {
  static let declaration = Declaration(
    "remove", "Take a directive away.", roles: [.operator],
    discussion: "Shakes that it decided keep its name in their record.", parameters: [DirectiveOptions.name],
    examples: [Example("qix directive remove summer --reason 'the summer is over'", "it holds no longer")],
    effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(DirectiveOptions.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directive = try context.database.write(
      Change("shakes.directive-remove", subject: "directive:\(name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        _ = try DirectiveSource.find(parts[0], in: connection)
        throw DirectiveError.fetched(name, source: parts[0])
      }
      return try DirectiveStore.remove(name, in: connection)
    }
    var document = Document("directive.remove/1")
    document.primary = directive.name
    document.field("directive", "directive", .text(directive.name))
    document.field("when", "when", .text(directive.condition.summary))
    document.field("does", "does", .text(directive.decision.summary))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix directive list`.")
  }
}
