internal import IdentityContract
internal import QixModule

/// `qix auth oidc sign-in`
struct SignInByToken: Command {
  static let declaration = Declaration(
    "sign-in", "Sign a user in by an ID token.", roles: [.integrator, .guest, .user],
    discussion: """
      The answer is a session of the user whom the account is linked to. An unlinked account is linked to the trial \
      user who asks by a session, or else to a new user. A trial user who signs in as another user is merged into \
      that user, with the coins that they have won.
      """,
    examples: [
      Example("qix auth oidc sign-in --provider google --json < token.jwt", "a session for an app")
    ],
    answer: AnswerShape("auth.oidc.sign-in/1", NewSession.fields), effect: .discloses,
    route: .at("POST /v1/auth/oidc/sign-in"), givenByCustomers: ["provider", "token-file", "nonce-file"])

  private let input = TokenInput()

  func check() throws { try input.check() }

  func run(in context: Context) throws -> Document {
    let signIn = try CustomerSignIn(context)
    let token = try input.verified(in: context)
    return try signIn.begin(token.account, of: input.provider, in: context).document("auth.oidc.sign-in/1")
  }
}
