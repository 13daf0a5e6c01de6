internal import OpenIDContract
internal import QixCrypto
internal import QixModule

/// `qix staff finish`
struct FinishSignIn: Command {
  static let declaration = Declaration(
    "finish", "Begin a session with what a provider has sent back, or confirm one.",
    roles: [.operator, .integrator, .support, .auditor, .guest],
    discussion: """
      The role follows from the person's groups at the provider (`qix staff provider set`). A person whose groups have \
      no role, or several, is refused. The session ends when the roles of the provider are changed.
      """,
    examples: [Example("qix staff finish --state STATE --request REQUEST --json < code", "as a page does")],
    answer: AnswerShape("staff.finish/1", NewStaffSession.fields), effect: .discloses, needsNoRight: true,
    route: .at("POST /v1/staff/finish"), givenByCustomers: ["code-file", "state", "iss", "request", "note"])

  private let code = SecretOption(SecretInput("code", "the code that the provider has sent", limit: 4_096))
  @Option("state", .text, "The 'state' that it has sent") private var state: String
  @Option("iss", .text, placeholder: "URL", "The 'iss' that it has sent, if any") private var issuer: String?
  @Option("request", .text.serving(.cookie), "What `qix staff begin` has answered as 'request'")
  private var request: String?
  @Option("note", .text, "What tells this browser from others, such as 'front desk'") private var note: String?

  func check() throws {
    _ = try code.source()
    try SignIn.check(note: note)
  }

  func run(in context: Context) throws -> Document {
    let code = try context.face.secret(code.source()).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let account = try context.accountSignIn().finish(
      SignInAnswer(purpose: StaffModule.id, request: request ?? "", state: state, issuer: issuer, code: code),
      in: context)
    let role = try context.database.read { try RoleMapping.find(account.provider, in: $0) }.role(of: account)
    let origin = StaffSession.Origin.account(provider: account.provider, subject: account.subject, role)
    let session =
      if let own = account.confirms {
        try context.confirmSession(own, origin)
      } else {
        try context.beginSession(
          for: Principal(name: StaffNames.name(of: account, in: context), role: role), origin, note: note)
      }
    var document = Document("staff.finish/1", NewStaffSession.fields, of: session)
    document.primary = session.token
    return document
  }
}

extension Context {
  /// Confirms the caller's session by the account that it was begun with.
  /// - Parameter id: the session for which that was begun.
  fileprivate func confirmSession(_ id: String, _ origin: StaffSession.Origin) throws -> NewStaffSession {
    try change("staff.confirm", subject: id) { connection, _ in
      let own = try ownSession(in: connection)
      guard "\(own.id)" == id, own.origin == origin else {
        throw Failure(
          "staff.other-account", .notAllowed, "this is not the account that the session was begun with",
          hint: "Sign in with that account, or sign out first.")
      }
      try SessionStore(connection).confirm(own.id, at: clock.now())
      return NewStaffSession(session: own, role: principal.role, token: nil)
    }
  }
}
