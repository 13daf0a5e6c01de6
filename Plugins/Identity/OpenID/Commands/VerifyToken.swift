internal import IdentityContract
internal import QixKernel
internal import QixTerminal

/// `qix auth oidc verify`
struct VerifyToken: OldCommand {
  static let declaration = Declaration(
    "verify", "Check an ID token, and say whose it is.", roles: [.operator, .integrator],
    discussion: """
      The token is read from standard input unless a file or a descriptor is named. It must be signed by one of the \
      provider's published keys, issued for one of our client ids, and neither expired nor from the future; a minute \
      of difference between the clocks is allowed. The keys are fetched when they are needed, and kept.
      """,
    parameters: TokenInput.parameters,
    examples: [
      Example("qix auth oidc verify --provider google < token.jwt", "a token from standard input"),
      Example("qix auth oidc verify --provider google --token-file token.jwt --nonce-file nonce", "with its nonce"),
    ], reveals: [.operator])

  private let input: TokenInput
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    input = try TokenInput(arguments)
    reveal = arguments.reveal
  }

  func run(in context: Context) throws {
    let token = try input.verified(in: context)
    var document = Document("auth.oidc.verify/2")
    document.primary = "valid"
    document.field("provider", "provider", .text(input.providerName))
    document.field("issuer", "issuer", .text(token.account.issuer))
    document.field("subject", "subject", .personal(token.account.subject, .text))
    document.field("audiences", "audiences", .texts(token.audiences))
    document.field("issued", "issued", .timestamp(token.issued))
    document.field("expires", "expires", .timestamp(token.expires))
    document.field("email", "email", token.email.map { .personal($0, .email) } ?? .missing)
    document.field("email_verified", "email verified", .boolean(token.isEmailVerified))
    document.field("name", "name", token.name.map { .personal($0, .name) } ?? .missing)
    let terminal = try context.terminal(revealing: reveal, subject: "an ID token of \(input.providerName)")
    try terminal.emit(document)
    terminal.note("Next: `qix user link USER --provider \(input.providerName) --token-file …`.")
  }
}
