internal import QixModule
internal import QixNetwork

/// `qix directive source list`
struct ListSources: Command {
  static let declaration = Declaration(
    "list", "List the sources of directives: version, age and last problem of each copy.",
    roles: [.operator, .integrator, .auditor],
    examples: [Example("qix directive source list", "all of them")],
    answer: AnswerShape("directive.source.list/1", "sources", rows: fields))

  private static let fields: [Field<(source: DirectiveSource, state: SourceState, now: Timestamp)>] =
    DirectiveSource.head.of { $0.source } + [
      Field("version", .integer) { $0.state.copy?.version },
      Field("age_seconds", .seconds, "AGE, S") { row in
        row.state.copy.map { max(0, row.now.microseconds - $0.confirmed.microseconds) / 1_000_000 }
      },
      Field("holds_until", .time) { row in
        row.state.copy.flatMap { copy in
          (try? copy.document()).flatMap { copy.end(of: $0, maxAge: row.source.maxAge) }
        }
      },
      Field("failing_since", .time) { $0.state.fault?.since },
      Field("code", .text) { $0.state.fault?.code },
      Field("problem", .text) { $0.state.fault?.sentence },
      Field("retry_at", .time, "NEXT TRY") { $0.state.retry },
    ]

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let sources = try context.database.read { connection in
      try DirectiveSource.all(in: connection).map {
        (source: $0, state: try SourceState.find($0.name, in: connection), now: now)
      }
    }
    var document = Document("directive.source.list/1")
    if !sources.isEmpty { document.primary = sources.map(\.source.name).joined(separator: "\n") }
    document.table("sources", Self.fields, rows: sources)
    if sources.isEmpty { document.note("There are no sources. Add one with `qix directive source add`.") }
    return document
  }
}
