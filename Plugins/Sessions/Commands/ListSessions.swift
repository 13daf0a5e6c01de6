internal import IdentityContract
internal import QixModule

/// `qix session list`
struct ListSessions: Command {
  static let declaration = Declaration(
    "list", "List a user's sessions, the newest first.", roles: [.operator, .integrator, .support, .user],
    examples: [Example("qix session list --user shop-4711", "a user's devices")],
    answer: AnswerShape("session.list/1", "sessions", rows: Row.fields), follows: ["session.ended"])

  private struct Row {
    let session: Session
    let idleDays: Int64
    let isThis: Bool

    static let fields: [Field<Row>] = [
      Field("session", .id) { $0.session.id },
      Field("created", .time) { $0.session.created },
      Field("by", .text, for: .business) { $0.session.creator },
      Field("seen", .time) { $0.session.seen },
      Field("ends", .time) { $0.session.end(idleDays: $0.idleDays) },
      Field("is_this", .boolean, "THIS") { $0.isThis },
    ]
  }

  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String

  func run(in context: Context) throws -> Document {
    let (directory, now) = (try context.service(Users.directory), context.clock.now())
    let (sessions, idleDays) = try context.database.read { connection in
      (
        try Session.all(of: directory.required(user, in: connection), at: now, in: connection),
        try connection.value(of: SessionsModule.idleDays)
      )
    }
    var document = Document("session.list/1")
    if !sessions.isEmpty { document.primary = sessions.map { "\($0.id)" }.joined(separator: "\n") }
    let rows = sessions.map { Row(session: $0, idleDays: idleDays, isThis: "\($0.id)" == context.principal.session) }
    document.table("sessions", Row.fields, rows: rows)
    if sessions.isEmpty { document.note("There are no sessions.") }
    return document
  }
}
