internal import IdentityContract
internal import QixModule

/// `qix session end`
struct EndSession: Command {
  static let declaration = Declaration(
    "end", "End a user's session, or all of them.", roles: [.operator, .integrator, .support, .user],
    discussion: "A user who names no session ends the current one.",
    examples: [
      Example("qix session end --user shop-4711 --all", "a stolen phone"),
      Example("qix session end ses_01m7w9tzg3f7fs9hn862jj74bb --user shop-4711", "one of them"),
    ],
    answer: AnswerShape("session.end/1", fields), effect: .changes, route: .at("POST /v1/sessions/end"),
    givenByCustomers: ["session", "all"])

  private static let fields: [Field<(user: UserID, ended: Int64)>] = [
    Field("user", .id) { $0.user },
    Field("ended", .integer) { $0.ended },
  ]

  @Positional("session", .identifier(SessionID.self), "ses_…") private var session: SessionID?
  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String
  @Flag("all", "End all sessions of the user") private var isAll: Bool

  func check() throws {
    if session != nil, isAll { throw UsageError("give either SESSION or --all") }
  }

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let named = session ?? (isAll ? nil : context.principal.session.flatMap { SessionID($0) })
    guard named != nil || isAll else {
      throw Failure(
        "sessions.not-said", .usage, "name the session to end: SESSION, or --all for all sessions of the user",
        hint: "List them with `qix session list --user USER`.")
    }
    let result = try context.change("sessions.end") { connection, change -> (user: UserID, ended: Int64) in
      let user = try directory.required(self.user, in: connection)
      change.subject = "\(user)"
      let alive = try Session.all(of: user, at: context.clock.now(), in: connection)
      guard let named else {
        try Sessions.endAll(of: user, in: connection)
        return (user, Int64(alive.count))
      }
      guard alive.contains(where: { $0.id == named }) else {
        throw Failure(
          "sessions.not-found", .notFound, "that user has no such session",
          hint: "List them with `qix session list --user USER`.",
          forUser: "you have no such session")
      }
      change.subject = "\(named) \(user)"
      try Sessions.end(named, in: connection)
      return (user, 1)
    }
    var document = Document("session.end/1", Self.fields, of: result)
    let isOwn = context.principal.session.map { own in isAll || named.map { "\($0)" } == own } ?? false
    document.endsSession = isOwn && context.principal.user != nil && !context.isDryRun
    return document
  }
}
