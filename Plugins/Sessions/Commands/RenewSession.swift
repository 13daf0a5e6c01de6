internal import IdentityContract
internal import QixModule

/// `qix session renew`
struct RenewSession: Command {
  static let declaration = Declaration(
    "renew", "Begin a new session instead of the current one.", roles: [.user],
    discussion: "The current session ends with the answer. Only users can renew a session, over HTTP.",
    examples: [Example("qix session renew --user shop-4711 --json", "another token for the same user")],
    answer: AnswerShape("session.renew/1", NewSession.fields), effect: .discloses, route: .at("POST /v1/sessions/renew")
  )

  @Option("user", .user, placeholder: "USER", "The user of the session") private var user: String

  func run(in context: Context) throws -> Document {
    let (directory, sessions) = (try context.service(Users.directory), Sessions(context))
    let session = try context.change("sessions.renew") { connection, change in
      // Of several renewals at once one has a session to give up.
      if let own = context.principal.session.flatMap({ SessionID($0) }) {
        guard try Sessions.end(own, in: connection) else { throw SessionError.ended }
      }
      let session = try sessions.begin(for: directory.required(user, in: connection), in: connection)
      change.subject = "\(session.id) \(session.user)"
      return session
    }
    return session.document("session.renew/1")
  }
}
