internal import QixModule

/// `qix staff end`
struct EndSession: Command {
  static let declaration = Declaration(
    "end", "End a session of staff.", roles: [.operator, .support],
    discussion: "Admins end any session, others those of their own name.",
    examples: [
      Example("qix staff end sts_01m7w9tzg3f7fs9hn862jj74bb --reason 'a lost laptop'", "from `qix staff list`")
    ],
    answer: AnswerShape("staff.end/1", SignOut.ended), effect: .changes,
    route: .at("POST /v1/staff/sessions/{session}/end"))

  @Positional("session", .identifier(StaffSessionID.self), "sts_…") private var session: StaffSessionID

  func run(in context: Context) throws -> Document {
    let ended = try context.change("staff.end", subject: "\(session)") { connection, _ in
      let store = SessionStore(connection)
      let (found, principal) = (try store.session(self.session), context.principal)
      guard let found, principal.role == .admin || found.name == principal.name else {
        throw Failure(
          "staff.not-found", .notFound, "there is no such session, or it has ended",
          hint: "List the sessions with `qix staff list`.")
      }
      try store.end(found)
      return found
    }
    return Document("staff.end/1", SignOut.ended, of: ended)
  }
}
