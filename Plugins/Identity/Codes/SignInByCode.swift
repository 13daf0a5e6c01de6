internal import IdentityContract
internal import QixModule

/// `qix auth otp sign-in`
struct SignInByCode: Command {
  static let declaration = Declaration(
    "sign-in", "Sign a user in with the code that was sent to them.", roles: [.integrator, .guest, .user],
    discussion: """
      This is for a request without --user. The answer is a session of the user who has verified the number or \
      address. If no user has verified it, an operator may have entered it for a user who has verified nothing yet. \
      The session is then of that user, and their earlier sessions end. If there is no such user either, the caller \
      gets the number or address, verified. The caller is the trial user who asks by a session, or else a new user. \
      A trial user who signs in as another user is merged into that user, with the coins that they have won.
      """,
    examples: [
      Example(
        "qix auth otp sign-in otp_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file - --json < code.txt", "a session for an app")
    ],
    answer: AnswerShape("auth.otp-sign-in/1", NewSession.fields), effect: .discloses,
    givenByCustomers: ["request", "code-file"])

  @Positional("request", .identifier(CodeRequestID.self), "otp_…, as answered by `qix auth otp request`")
  private var request: CodeRequestID
  private let code = SecretOption(SecretInput("code", "the one-time code", label: "Code", limit: 64))

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    var verification = CodeVerification(
      context: context, keys: try CodeKeys.open(context, isDryRun: false),
      rules: try context.database.read { try CodeRules($0) }, profiles: try context.openProfiles(),
      consent: Consent(context: context, given: []))
    verification.arrivals = try Arrivals(context)
    let code = try CodeDigits.read(try context.face.secret(code.source()))
    let answer = try verification.verify(request, code)
    guard let session = answer.session else { throw CodeError.notForSigningIn }
    try Notice(afterwardsTo: answer.others, context).send()
    return session.document("auth.otp-sign-in/1")
  }
}
