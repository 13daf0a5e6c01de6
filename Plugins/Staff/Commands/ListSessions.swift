internal import QixModule

/// `qix staff list`
struct ListSessions: Command {
  static let declaration = Declaration(
    "list", "List the sessions of staff, the newest first.", roles: [.operator, .support],
    discussion: "Admins see all sessions, others those of their own name.",
    examples: [Example("qix staff list", "who is signed in")],
    answer: AnswerShape("staff.list/1", "sessions", rows: Row.fields), route: .at("GET /v1/staff/sessions"),
    follows: ["staff.signed-in", "staff.ended"])

  private struct Row {
    let session: StaffSession
    let role: Role?
    let end: Timestamp
    let isThis: Bool

    static let fields: [Field<Row>] = [
      Field("session", .id) { $0.session.id },
      Field("name", .text) { $0.session.name },
      Field("role", .text) { $0.role?.rawValue },
      Field("by", .text) { $0.session.way },
      Field("note", .text) { $0.session.note },
      Field("created", .time) { $0.session.created },
      Field("seen", .time) { $0.session.seen },
      Field("ends", .time) { $0.end },
      Field("is_this", .boolean, "THIS") { $0.isThis },
    ]
  }

  func run(in context: Context) throws -> Document {
    let (now, caller) = (context.clock.now(), context.principal)
    let (sessions, limits) = try context.database.read { connection in
      (try SessionStore(connection).all(), try SessionLimits(in: connection))
    }
    let rows = try sessions.filter { caller.role == .admin || $0.name == caller.name }.compactMap { session -> Row? in
      guard session.end(limits) > now, let role = try context.role(of: session) else { return nil }
      return Row(
        session: session, role: role, end: session.end(limits), isThis: "\(session.id)" == caller.session)
    }
    var document = Document("staff.list/1")
    if !rows.isEmpty { document.primary = rows.map { "\($0.session.id)" }.joined(separator: "\n") }
    document.table("sessions", Row.fields, rows: rows)
    if rows.isEmpty { document.note("There are no sessions.") }
    return document
  }
}

extension Context {
  /// The role of a session; nil where its token has ended.
  fileprivate func role(of session: StaffSession) throws -> Role? {
    switch session.origin {
    case .account(_, _, let role): return role
    case .token(let secret):
      let standing = try authenticator().standing(of: session.name, in: self)
      return standing?.ending == nil && standing?.secret == secret ? standing?.role : nil
    }
  }
}
