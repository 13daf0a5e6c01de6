internal import QixKernel
internal import QixNetwork
internal import QixStorage
internal import QixTerminal

/// `qix directive source list`
struct ListSources: OldCommand {
  static let declaration = Declaration(
    "list", "Show the sources of directives: what is kept of each, how old it is, and what went wrong.",
    roles: [.operator, .integrator, .auditor],
    examples: [Example("qix directive source list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let now = context.clock.now()
    let sources = try context.database.read { connection in
      try DirectiveSource.all(in: connection).map { ($0, try SourceState.find($0.name, in: connection)) }
    }
    var document = Document("directive.source.list/1")
    if !sources.isEmpty { document.primary = sources.map(\.0.name).joined(separator: "\n") }
    document.table(
      "sources",
      columns: [
        Column("source", "SOURCE"), Column("url", "URL"), Column("keys", "KEYS"),
        Column("version", "VERSION", alignment: .trailing), Column("age_seconds", "AGE, S", alignment: .trailing),
        Column("holds_until", "HOLDS UNTIL"), Column("failing_since", "FAILING SINCE"), Column("code", "CODE"),
        Column("problem", "PROBLEM"), Column("retry_at", "NEXT TRY"),
      ],
      rows: sources.map { source, state in
        let end = state.copy.flatMap { copy in
          (try? copy.document()).flatMap { copy.end(of: $0, maxAge: source.maxAge) }
        }
        return [
          .text(source.name), .text(source.url.text), .text(source.keys.map(\.id).joined(separator: " ")),
          state.copy.map { .integer($0.version) } ?? .missing,
          state.copy.map { .integer(max(0, now.microseconds - $0.confirmed.microseconds) / 1_000_000) } ?? .missing,
          end.map(Cell.timestamp) ?? .missing, state.fault.map { .timestamp($0.since) } ?? .missing,
          state.fault.map { .text($0.code) } ?? .missing, state.fault.map { .text($0.sentence) } ?? .missing,
          state.retry.map(Cell.timestamp) ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    if sources.isEmpty {
      context.terminal.note("There are none; name one with `qix directive source add`.")
    }
  }
}
