internal import IdentityContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix directive test`
struct TestDirectives: OldCommand {
  private static let link = OldOption("link", .text, placeholder: "LINK", "The deep link that the user came by")
  private static let session = OldOption("session", .text, placeholder: "NAME", "The session that they are in")
  private static let place = OldOption("place", .text, placeholder: "NAME", "The place where they are")
  private static let type = OldOption("type", .text, placeholder: "TYPE", "The type that they ask for")
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who shakes; else somebody in --mode and --segment")
  private static let mode = OldOption("mode", .choice(Mode.allCases.map(\.name)), "Their mode", default: "trial")
  private static let segment = OldRepeatedOption("segment", .text, placeholder: "NAME", "A segment that they are in")
  private static let at = OldOption("at", .timestamp, placeholder: "TIME", "When; now where it isn't given")

  static let declaration = Declaration(
    "test", "Say which directive would hold in a context, and why the others don't.",
    roles: [.operator, .integrator, .support, .auditor],
    parameters: [link, session, place, type, user, mode, segment, at],
    examples: [
      Example("qix directive test --link qix://acme/summer", "for a trial user who came by this link, now"),
      Example("qix directive test --place stadium --user usr_01h455vb4pex5vsknk084sn02q", "for a certain user"),
      Example("qix directive test --mode pro --at 2027-06-30T23:00:00+02:00", "at another time"),
    ])

  private let situation: ShakeContext
  private let type: String?
  private let user: String?
  private let mode: Mode
  private let segments: Set<String>
  private let at: Timestamp?

  init(_ arguments: Arguments) throws {
    situation = ShakeContext(
      link: arguments[Self.link], session: arguments[Self.session], place: arguments[Self.place])
    type = arguments[Self.type]
    user = arguments[Self.user]
    mode = arguments[Self.mode].flatMap { Mode(name: $0) } ?? .trial
    segments = Set(arguments[Self.segment])
    at = arguments[Self.at]
  }

  /// Somebody of whom only this is known.
  struct AssumedUser: DirectiveUser {
    let assumedMode: Mode
    let segments: Set<String>
    func mode() throws -> Mode { assumedMode }
    func isMember(of segment: String) throws -> Bool { segments.contains(segment) }
  }

  func run(in context: Context) throws {
    let index = try context.directiveIndex()
    let situation = DirectiveSituation(context: situation, type: type, at: at ?? context.clock.now())
    let mismatches = try mismatches(index, situation, in: context)
    let holding = mismatches.firstIndex { $0 == nil }
    let reference = holding.map { index.all[$0].reference }
    var document = Document("directive.test/1")
    document.primary = reference
    document.field("directive", "directive", reference.map(Cell.text) ?? .missing)
    document.field("does", "does", holding.map { .text(index.all[$0].directive.decision.summary) } ?? .missing)
    document.field("at", "at", .timestamp(situation.at))
    document.table(
      "directives", title: "directives",
      columns: [
        Column("directive", "DIRECTIVE"), Column("holds", "HOLDS"), Column("why_not", "WHY NOT"),
        Column("code", "CODE"),
      ],
      rows: zip(index.all, mismatches).enumerated().map { place, pair in
        let (standing, mismatch) = pair
        let code = mismatch?.rawValue ?? (place == holding ? nil : "outranked")
        let why =
          mismatch?.sentence ?? (place == holding ? nil : "it holds too, and \(reference ?? "") comes before it")
        return [
          .text(standing.reference), .boolean(place == holding), why.map(Cell.text) ?? .missing,
          code.map(Cell.text) ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    if holding == nil { context.terminal.note("No directive holds: the context alone decides.") }
  }

  private func mismatches(
    _ index: DirectiveIndex, _ situation: DirectiveSituation, in context: Context
  ) throws -> [DirectiveMismatch?] {
    guard let user else {
      let assumed = AssumedUser(assumedMode: mode, segments: segments)
      return try index.all.map { try $0.fault ?? $0.directive.mismatch(in: situation, user: assumed) }
    }
    let directory = try context.service(Users.directory)
    let policy = try context.service(Users.policy)
    let campaigns = try context.campaignsIfAny
    return try context.database.read { connection in
      guard let found = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
      let known = KnownUser(user: found, policy: policy, campaigns: campaigns, connection: connection)
      return try index.all.map { try $0.fault ?? $0.directive.mismatch(in: situation, user: known) }
    }
  }
}
