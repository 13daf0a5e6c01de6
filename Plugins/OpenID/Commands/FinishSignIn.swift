internal import IdentityContract
internal import OpenIDContract
internal import QixCrypto
internal import QixModule

/// `qix auth oidc finish`
struct FinishSignIn: Command {
  static let declaration = Declaration(
    "finish", "Sign a customer in with what a provider has sent back.", roles: [.guest, .user],
    discussion: "The answer is a session, as that of `qix auth oidc sign-in`.",
    examples: [Example("qix auth oidc finish --state STATE --request REQUEST --json < code", "as the app does")],
    answer: AnswerShape("auth.oidc.finish/1", NewSession.fields), effect: .discloses,
    route: .at("POST /v1/auth/oidc/finish"), givenByCustomers: ["code-file", "state", "iss", "request"])

  private let code = SecretOption(SecretInput("code", "the code that the provider has sent", limit: 4_096))
  @Option("state", .text, "The 'state' that it has sent") private var state: String
  @Option("iss", .text, placeholder: "URL", "The 'iss' that it has sent, if any") private var issuer: String?
  @Option("request", .text.serving(.cookie), "What `qix auth oidc begin` has answered as 'request'")
  private var request: String?

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    let code = try context.face.secret(code.source()).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let signIn = try CustomerSignIn(context)
    let account = try CodeFlow().finish(
      SignInAnswer(
        purpose: CustomerSignIn.purpose, request: request ?? "", state: state, issuer: issuer, code: code), in: context)
    let session = try signIn.begin(
      LinkedAccount(issuer: account.issuer, subject: account.subject), of: account.provider, in: context)
    return session.document("auth.oidc.finish/1")
  }
}
