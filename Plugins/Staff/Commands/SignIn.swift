internal import QixModule

/// `qix staff sign-in`
struct SignIn: Command {
  static let declaration = Declaration(
    "sign-in", "Begin a session at the web pages for staff, by a token.",
    roles: [.operator, .integrator, .support, .auditor, .guest],
    discussion: """
      The session has the role, scopes and limits of the token, and ends with it. It also ends without a request for \
      staff.idle-minutes, and after staff.most-hours. Browsers get it as a cookie (docs/server.md); it is shown once, \
      and no other program can use it.
      """,
    examples: [Example("qix staff sign-in --json < ada.token", "as a page does for Ada")],
    answer: AnswerShape("staff.sign-in/1", NewStaffSession.fields), effect: .discloses, needsNoRight: true,
    route: .at("POST /v1/staff/sign-in"), givenByCustomers: ["token-file", "note"])

  private let token = PresentedToken()
  @Option("note", .text, "What tells this browser from others, such as 'front desk'") private var note: String?

  func check() throws {
    try token.check()
    try Self.check(note: note)
  }

  static func check(note: String?) throws(UsageError) {
    if let note, !(1...100).contains(note.unicodeScalars.count) { throw UsageError("--note has 1 to 100 characters") }
  }

  func run(in context: Context) throws -> Document {
    let principal = try token.principal(in: context)
    let session = try context.beginSession(for: principal, .token(secret: principal.secret ?? 0), note: note)
    var document = Document("staff.sign-in/1", NewStaffSession.fields, of: session)
    document.primary = session.token
    return document
  }
}
