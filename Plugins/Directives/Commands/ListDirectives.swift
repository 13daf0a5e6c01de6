internal import CampaignsContract
internal import QixShake

/// `qix directive list`
struct ListDirectives: Command {
  static let declaration = Declaration(
    "list", "List the directives, the highest rank first.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix directive list", "all directives, including those of sources"),
      Example("qix directive list --source agency", "directives of one source"),
    ],
    answer: AnswerShape("directive.list/1", "directives", rows: fields))

  private static let fields: [Field<(standing: StandingDirective, now: Timestamp)>] =
    [Field("directive", .text.orNull) { $0.standing.reference }] + Directive.traits.of { $0.standing.directive }
    + [Field("state", .text) { $0.standing.state(at: $0.now) }]

  @Option("source", .text, placeholder: "SOURCE", "Only directives fetched from this source") private var source:
    String?

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let index = try context.directiveIndex(source: source)
    let shown = index.all.filter { source == nil || $0.source == source }
    var document = Document("directive.list/1")
    if !shown.isEmpty { document.primary = shown.map(\.reference).joined(separator: "\n") }
    document.table("directives", Self.fields, rows: shown.map { (standing: $0, now: now) })
    if shown.isEmpty { document.note("There are no directives. Add one with `qix directive add`.") }
    return document
  }
}

extension Context {
  /// All directives as they stand now.
  /// - Parameter source: one that there must be.
  func directiveIndex(source: String? = nil) throws -> DirectiveIndex {
    let campaigns = try service(Campaigns.directory)
    let types = Set(try ShakeTypes.all(of: registry).keys)
    return try database.read { connection in
      if let source { _ = try DirectiveSource.find(source, in: connection) }
      return DirectiveIndex(try DirectiveCache.standing(in: connection, campaigns: campaigns, types: types))
    }
  }
}

extension StandingDirective {
  /// `in-force`, or why it isn't.
  func state(at now: Timestamp) -> String {
    if let fault { return fault.code }
    if let from = directive.from, now < from { return DirectiveMismatch.notYet.code }
    if let until = directive.until, now >= until { return DirectiveMismatch.over.code }
    return "in-force"
  }
}
