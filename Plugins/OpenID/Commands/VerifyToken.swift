internal import IdentityContract
internal import QixModule

/// `qix auth oidc verify`
struct VerifyToken: Command {
  static let declaration = Declaration(
    "verify", "Check an ID token, and show whose it is.", roles: [.operator, .integrator],
    discussion: """
      The token comes from standard input unless a file or a descriptor is named. It must be signed by one of the \
      provider's published keys and issued for one of our client ids. It must be neither expired nor from the \
      future; the clocks may differ by a minute. qix fetches the keys when it needs them, and keeps them.
      """,
    examples: [
      Example("qix auth oidc verify --provider google < token.jwt", "a token from standard input"),
      Example("qix auth oidc verify --provider google --token-file token.jwt --nonce-file nonce", "with its nonce"),
    ],
    answer: """
      auth.oidc.verify/2: provider text, issuer text, subject text, audiences text*, issued time, expires time, email
      text?, email_verified boolean, name text?
      """, reveals: [.operator], isCheck: true,
    route: .at("POST /v1/auth/oidc/verify"))

  private let input = TokenInput()

  func check() throws { try input.check() }

  func run(in context: Context) throws -> Document {
    let token = try input.verified(in: context)
    var document = Document("auth.oidc.verify/2")
    document.primary = "valid"
    document.field("provider", .text(input.provider))
    document.field("issuer", .text(token.account.issuer))
    document.field("subject", .personal(token.account.subject, .text))
    document.field("audiences", .texts(token.audiences))
    document.field("issued", .timestamp(token.issued))
    document.field("expires", .timestamp(token.expires))
    document.field("email", token.email.map { .personal($0, .email) } ?? .missing)
    document.field("email_verified", .boolean(token.isEmailVerified))
    document.field("name", token.name.map { .personal($0, .name) } ?? .missing)
    try document.reveal(in: context, subject: "an ID token of \(input.provider)")
    document.next("`qix user link USER --provider \(input.provider) --token-file …`")
    return document
  }
}
