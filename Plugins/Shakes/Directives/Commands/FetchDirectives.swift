internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix directive fetch`
struct FetchDirectives: OldCommand {
  private static let source = OldPositional(
    "source", .text, "The source; all of them where it isn't named", isRequired: false)

  static let declaration = Declaration(
    "fetch", "Fetch the directives of sources now.", roles: [.operator, .integrator],
    discussion: """
      For a timer, and to see whether a source is set up well. What can't be fetched, or isn't signed, or can't be read, \
      leaves what was good before in force; the exit code is then 75. No source is given more than two seconds.
      """,
    parameters: [source],
    examples: [
      Example("qix directive fetch", "all sources"),
      Example("qix directive fetch agency --dry-run", "whether one would be taken"),
    ], effect: .changes)

  private let source: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    source = arguments[Self.source]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let sources = try context.database.read { connection in
      let sources =
        try source.map { [try DirectiveSource.find($0, in: connection)] } ?? DirectiveSource.all(in: connection)
      return try sources.map { ($0, try SourceState.find($0.name, in: connection)) }
    }
    var rows: [[Cell]] = []
    var failed: [String] = []
    for (source, state) in sources {
      let outcome = try DirectiveFetch(context: context).fetch(source, state)
      if !isDryRun {
        try DirectiveRefresh.record(outcome, of: source, before: state, waits: true, reason: reason, in: context)
      }
      rows.append([.text(source.name)] + Self.cells(outcome, kept: state.copy))
      if case .failed = outcome { failed.append(source.name) }
    }
    var document = Document("directive.fetch/1")
    document.table(
      "sources",
      columns: [
        Column("source", "SOURCE"), Column("outcome", "OUTCOME"), Column("version", "VERSION", alignment: .trailing),
        Column("code", "CODE"), Column("problem", "PROBLEM"),
      ], rows: rows)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    guard failed.isEmpty else { throw DirectiveError.notFetched(failed) }
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix directive list`.")
  }

  /// Outcome, the version that holds then, and what was wrong.
  private static func cells(_ outcome: DirectiveFetch.Outcome, kept: DirectiveCopy?) -> [Cell] {
    switch outcome {
    case .unchanged(let copy): [.text("unchanged"), .integer(copy.version), .missing, .missing]
    case .new(let copy, _): [.text("new"), .integer(copy.version), .missing, .missing]
    case .failed(let fault):
      [.text("failed"), kept.map { .integer($0.version) } ?? .missing, .text(fault.code), .text(fault.sentence)]
    }
  }
}
