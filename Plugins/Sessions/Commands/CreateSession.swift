internal import IdentityContract
internal import QixModule

/// `qix session create`
struct CreateSession: Command {
  static let declaration = Declaration(
    "create", "Begin a session for a user, from a program that already knows who it is.",
    roles: [.operator, .integrator],
    discussion: """
      The token stands for that user over HTTP, and for no other user: give it to their app, and keep no copy. It \
      is shown once. The session ends when it is not used for some time (sessions.idle-days), at the latest after \
      sessions.most-days, or with `qix session end`.
      """,
    examples: [Example("qix session create shop-4711 --json", "for the app of that user")],
    answer: AnswerShape("session.create/1", NewSession.fields), effect: .discloses)

  @Positional("user", .user, "usr_… or external id") private var user: String

  func run(in context: Context) throws -> Document {
    let (directory, sessions) = (try context.service(Users.directory), Sessions(context))
    let session = try context.change("sessions.begin") { connection, change in
      let session = try sessions.begin(for: directory.required(user, in: connection), in: connection)
      change.subject = "\(session.id) \(session.user)"
      return session
    }
    return session.document("session.create/1")
  }
}
