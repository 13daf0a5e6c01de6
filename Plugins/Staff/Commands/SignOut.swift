internal import QixModule

/// `qix staff sign-out`
struct SignOut: Command {
  static let declaration = Declaration(
    "sign-out", "End the session that you use.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix staff sign-out", "as a page does, when you leave")],
    answer: AnswerShape("staff.sign-out/1", ended), effect: .changes, needsNoRight: true,
    route: .at("POST /v1/staff/sign-out"))

  static let ended: [Field<StaffSession>] = [
    Field("session", .id) { $0.id },
    Field("name", .text) { $0.name },
  ]

  func run(in context: Context) throws -> Document {
    let session = try context.change("staff.sign-out") { connection, change in
      let session = try context.ownSession(in: connection)
      change.subject = "\(session.id)"
      try SessionStore(connection).end(session)
      return session
    }
    var document = Document("staff.sign-out/1", Self.ended, of: session)
    document.endsSession = !context.isDryRun
    return document
  }
}
