internal import QixModule

/// `qix directive fetch`
struct FetchDirectives: Command {
  static let declaration = Declaration(
    "fetch", "Fetch the directives of sources now.", roles: [.operator, .integrator],
    discussion: """
      For a timer, or to check the setup of a source. If a document can't be fetched, read or verified, the previous \
      copy stays in force; the command then ends with \(exit: .busy). Each source gets at most two seconds.
      """,
    examples: [
      Example("qix directive fetch", "all sources"),
      Example("qix directive fetch agency --dry-run", "checks one source, changes nothing"),
    ],
    answer: AnswerShape("directive.fetch/1", "sources", rows: Row.fields), effect: .changes)

  @Positional("source", .text, "The source; default: all sources") private var source: String?

  func run(in context: Context) throws -> Document {
    let sources = try context.database.read { connection in
      let sources =
        try source.map { [try DirectiveSource.find($0, in: connection)] } ?? DirectiveSource.all(in: connection)
      return try sources.map { ($0, try SourceState.find($0.name, in: connection)) }
    }
    var rows: [Row] = []
    for (source, state) in sources {
      let outcome = try DirectiveFetch(context: context).fetch(source, state)
      if !context.isDryRun {
        try DirectiveRefresh.record(
          outcome, of: source, before: state, waits: true, reason: context.invocation.reason, in: context)
      }
      rows.append(Row(source.name, outcome, kept: state.copy))
    }
    var document = Document("directive.fetch/1")
    document.table("sources", Row.fields, rows: rows)
    let failed = rows.filter { $0.fault != nil }.map(\.source)
    if failed.isEmpty {
      document.next("`qix directive list`")
    } else {
      document.failure = Failure(
        "shakes.source-not-fetched", .busy, "not fetched: \(failed.joined(separator: ", "))",
        hint: "The last good copy is kept. `qix directive source list` shows the problem.")
    }
    return document
  }

  /// The outcome for a source, the version that holds then, and the fault.
  private struct Row: Sendable {
    let source: String
    var outcome = "failed"
    let version: Int64?
    var fault: (code: String, sentence: String)?

    init(_ source: String, _ outcome: DirectiveFetch.Outcome, kept: DirectiveCopy?) {
      self.source = source
      switch outcome {
      case .unchanged(let copy): (self.outcome, version) = ("unchanged", copy.version)
      case .new(let copy, _): (self.outcome, version) = ("new", copy.version)
      case .failed(let fault): (version, self.fault) = (kept?.version, (fault.code, fault.sentence))
      }
    }

    static let fields: [Field<Row>] = [
      Field("source", .text.orNull) { $0.source },
      Field("outcome", .text) { $0.outcome },
      Field("version", .integer) { $0.version },
      Field("code", .text) { $0.fault?.code },
      Field("problem", .text) { $0.fault?.sentence },
    ]
  }
}
