internal import IdentityContract
internal import QixModule

/// `qix session list`
struct ListSessions: Command {
  static let declaration = Declaration(
    "list", "List a user's sessions, the newest first.", roles: [.operator, .integrator, .support, .user],
    examples: [Example("qix session list --user shop-4711", "a user's devices")],
    answer: """
      session.list/1: sessions [session id, created time, by text?, seen time, ends time, is_this boolean]
      """)

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
    document.table(
      "sessions",
      [
        RowField("session") { .identifier($0.id) },
        RowField("created") { .timestamp($0.created) },
        RowField("by", confidential: .business) { .text($0.creator) },
        RowField("seen") { .timestamp($0.seen) },
        RowField("ends") { .timestamp($0.end(idleDays: idleDays)) },
        RowField<Session>("is_this", "THIS") { .boolean("\($0.id)" == context.principal.session) },
      ], rows: sessions)
    if sessions.isEmpty { document.note("There are no sessions.") }
    return document
  }
}
