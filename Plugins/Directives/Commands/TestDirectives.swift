internal import DirectivesContract
internal import IdentityContract
internal import QixShake

/// `qix directive test`
struct TestDirectives: Command {
  static let declaration = Declaration(
    "test", "Show which directive matches in a context, and why others don't.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix directive test --link qix://acme/summer", "for a trial user who came by this link, now"),
      Example("qix directive test --place stadium --user usr_01h455vb4pex5vsknk084sn02q", "for one user"),
      Example("qix directive test --mode pro --at 2027-06-30T23:00:00+02:00", "at another time"),
    ],
    answer: AnswerShape("directive.test/1", fields))

  /// A directive that was tried, and the one that holds.
  private typealias Tried = (reference: String, mismatch: DirectiveMismatch?, holds: Bool, holding: String?)

  private static let tried: [Field<Tried>] = [
    Field("directive", .text.orNull) { $0.reference },
    Field("holds", .boolean) { $0.holds },
    Field("why_not", .text) {
      $0.mismatch?.sentence ?? ($0.holds ? nil : "it matches too, but \($0.holding ?? "") comes first")
    },
    Field("code", .text) { $0.mismatch?.code ?? ($0.holds ? nil : "outranked") },
  ]

  private static let fields: [Field<(holding: StandingDirective?, at: Timestamp, tried: [Tried])>] = [
    Field("directive", .text) { $0.holding?.reference },
    Field("does", .text) { $0.holding?.directive.decision.summary },
    Field("at", .time) { $0.at },
    Field("directives", rows: tried, title: "directives") { $0.tried },
  ]

  @Option("link", .text, placeholder: "LINK", "The user's deep link") private var link: String?
  @Option("session", .text, placeholder: "NAME", "The user's session") private var session: String?
  @Option("place", .text, placeholder: "NAME", "The user's place") private var place: String?
  @Option("type", .text, placeholder: "TYPE", "The type that the user asks for") private var type: String?
  @Option("user", .user, placeholder: "USER", "The user who shakes; default: a user with --mode and --segment")
  private var user: String?
  @Option("mode", .choice(Mode.allCases.map(\.name)), "Their mode", default: "trial") private var mode: String
  @Option("segment", .text, placeholder: "NAME", "A segment of the user") private var segments: [String]
  @Option("at", .moment, "The time; default: now") private var at: Timestamp?

  func run(in context: Context) throws -> Document {
    let index = try context.directiveIndex()
    let situation = ContextSituation(
      context: ShakeContext(link: link, session: session, place: place), type: type, at: at ?? context.clock.now())
    let mismatches = try mismatches(index, situation, in: context)
    let place = mismatches.firstIndex { $0 == nil }
    let holding = place.map { index.all[$0] }
    let tried: [Tried] = mismatches.indices.map {
      (index.all[$0].reference, mismatches[$0], $0 == place, holding?.reference)
    }
    var document = Document("directive.test/1", Self.fields, of: (holding: holding, at: situation.at, tried: tried))
    document.primary = holding?.reference
    if holding == nil { document.note("No directive matches. Only the context decides.") }
    if user == nil, mismatches.contains(.context(.condition)) {
      document.note("Conditions such as tier:gold are those of a user: without --user they don't match.")
    }
    return document
  }

  private func mismatches(
    _ index: DirectiveIndex, _ situation: ContextSituation, in context: Context
  ) throws -> [DirectiveMismatch?] {
    guard let user else {
      let assumed = AssumedUser(mode: Mode(name: mode) ?? .trial, segments: Set(segments))
      return try index.all.map { try $0.fault ?? $0.directive.mismatch(in: situation, user: assumed) }
    }
    let directory = try context.service(Users.directory)
    let users = try ContextUsers(context)
    return try context.database.read { connection in
      let known = users.user(try directory.required(user, in: connection), at: situation.at, in: connection)
      return try index.all.map { try $0.fault ?? $0.directive.mismatch(in: situation, user: known) }
    }
  }
}
