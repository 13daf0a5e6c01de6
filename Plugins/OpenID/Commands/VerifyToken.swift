internal import IdentityContract
internal import QixModule

/// `qix auth oidc verify`
struct VerifyToken: Command {
  static let declaration = Declaration(
    "verify", "Check an ID token, and show whose it is.", roles: [.operator, .integrator],
    discussion: """
      The token comes \(secret: "token"). It must be signed by one of the provider's published keys and issued for one \
      of our client ids. It must be neither expired nor from the future; the clocks may differ by a minute. qix \
      fetches the keys when it needs them, and keeps them.
      """,
    examples: [
      Example("qix auth oidc verify --provider google < token.jwt", "a token and its provider"),
      Example("qix auth oidc verify --provider google --token-file token.jwt --nonce-file nonce", "with its nonce"),
    ],
    answer: AnswerShape("auth.oidc.verify/2", fields), reveals: [.operator], isCheck: true,
    route: .at("POST /v1/auth/oidc/verify"))

  private static let fields: [Field<(provider: String, token: IDToken)>] = [
    Field("provider", .text) { $0.provider },
    Field("issuer", .text) { $0.token.account.issuer },
    Field("subject", .personal(.text)) { $0.token.account.subject },
    Field("audiences", .texts()) { $0.token.audiences },
    Field("issued", .time) { $0.token.issued },
    Field("expires", .time) { $0.token.expires },
    Field("email", .personal(.email)) { $0.token.email },
    Field("email_verified", .boolean) { $0.token.isEmailVerified },
    Field("name", .personal(.name)) { $0.token.name },
  ]

  private let input = TokenInput()

  func check() throws { try input.check() }

  func run(in context: Context) throws -> Document {
    let token = try input.verified(in: context)
    var document = Document("auth.oidc.verify/2", Self.fields, of: (provider: input.provider, token: token))
    document.primary = "valid"
    try document.reveal(in: context, subject: "an ID token of \(input.provider)")
    document.next("`qix user link USER --provider \(input.provider) --token-file …`")
    return document
  }
}
