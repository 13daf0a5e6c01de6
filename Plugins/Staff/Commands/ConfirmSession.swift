internal import QixModule

/// `qix staff confirm`
struct ConfirmSession: Command {
  static let declaration = Declaration(
    "confirm", "Show once more who you are, by the token that you signed in with.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      To reveal personal data, approve, make tokens or change settings, a session needs a sign-in within the last \
      staff.confirm-minutes. Confirming counts as one.
      """,
    examples: [Example("qix staff confirm --json < ada.token", "as a page does for Ada")],
    answer: AnswerShape("staff.confirm/1", fields), effect: .discloses, needsNoRight: true,
    route: .at("POST /v1/staff/confirm"))

  private static let fields: [Field<(session: StaffSession, limits: SessionLimits)>] = [
    Field("session", .id) { $0.session.id },
    Field("confirmed_until", .time) { $0.session.confirmedUntil($0.limits) },
  ]

  private let token = PresentedToken()

  func check() throws { try token.check() }

  func run(in context: Context) throws -> Document {
    let own = try context.database.read { try context.ownSession(in: $0) }
    let principal = try token.principal(in: context)
    guard principal.name == own.name, own.origin == .token(secret: principal.secret ?? 0) else {
      throw StaffError.token(
        "this is not the token that the session was begun with", hint: "Give that token, or sign out first.")
    }
    let result = try context.change("staff.confirm", subject: "\(own.id)") { connection, _ in
      let store = SessionStore(connection)
      try store.confirm(own.id, at: context.clock.now())
      guard let session = try store.session(own.id) else { throw StaffError.ended }
      return (session: session, limits: try SessionLimits(in: connection))
    }
    return Document("staff.confirm/1", Self.fields, of: result)
  }
}
