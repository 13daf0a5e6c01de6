internal import QixModule
internal import QixNetwork

/// `qix directive source list`
struct ListSources: Command {
  static let declaration = Declaration(
    "list", "List the sources of directives: version, age and last problem of each copy.",
    roles: [.operator, .integrator, .auditor],
    examples: [Example("qix directive source list", "all of them")],
    answer: """
      directive.source.list/1: sources [source text?, url text, keys text, version integer?, age_seconds seconds?,
      holds_until time?, failing_since time?, code text?, problem text?, retry_at time?]
      """)

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let sources = try context.database.read { connection in
      try DirectiveSource.all(in: connection).map {
        (source: $0, state: try SourceState.find($0.name, in: connection))
      }
    }
    var document = Document("directive.source.list/1")
    if !sources.isEmpty { document.primary = sources.map(\.source.name).joined(separator: "\n") }
    document.table("sources", Self.fields(at: now), rows: sources)
    if sources.isEmpty { document.note("There are no sources. Add one with `qix directive source add`.") }
    return document
  }

  private static func fields(at now: Timestamp) -> [RowField<(source: DirectiveSource, state: SourceState)>] {
    DirectiveSource.fields.prefix(3).of { $0.source } + [
      RowField(number: "version") { .integer($0.state.copy?.version) },
      RowField(number: "age_seconds", "AGE, S") {
        .integer($0.state.copy.map { max(0, now.microseconds - $0.confirmed.microseconds) / 1_000_000 })
      },
      RowField("holds_until") { row in
        let document = row.state.copy.flatMap { try? $0.document() }
        return .timestamp(document.flatMap { row.state.copy?.end(of: $0, maxAge: row.source.maxAge) })
      },
      RowField("failing_since") { .timestamp($0.state.fault?.since) },
      RowField("code") { .text($0.state.fault?.code) },
      RowField("problem") { .text($0.state.fault?.sentence) },
      RowField("retry_at", "NEXT TRY") { .timestamp($0.state.retry) },
    ]
  }
}
