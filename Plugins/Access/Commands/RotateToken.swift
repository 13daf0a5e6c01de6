internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix token rotate`
struct RotateToken: OldCommand {
  private static let token = OldPositional("token", .text, "Name or tok_…")
  private static let expires = OldOption(
    "expires", .tokenExpiry, "When it ends, at most a year from now; without it, after as long as before")

  static let declaration = Declaration(
    "rotate", "Give a token a new secret; the old one is of no use at once.", roles: .adminsOnly,
    discussion: "Name, role and scopes stay. Like a new token it is written once, to --output or to a pipe.",
    parameters: [token, expires] + TokenOutput.parameters,
    examples: [Example("qix token rotate till-7 --output till-7.new.token", "by name")], effect: .changes)

  private let reference: String
  private let expires: TokenExpiry?
  private let output: TokenOutput
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(Self.token)
    expires = arguments[Self.expires]
    output = try TokenOutput(arguments)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    if !isDryRun { try output.prepare(context.terminal) }
    let old = try context.database.read { try TokenStore($0).token(reference) }
    let life = old.expires.microseconds - old.issued.microseconds
    let end = expires?.moment(from: now) ?? now.advanced(byMicroseconds: life)
    try TokenWish.check(end, at: now)
    // Whoever gets the secret gets the rights.
    try TokenWish(name: old.name, role: old.role, scopes: old.scopes, isReadOnly: old.isReadOnly, expires: end)
      .check(maker: context.principal)

    let secret = TokenText.make(old.role, old.id, random: context.random)
    let digest = secret.withUnsafeBytes { TokenText.digest($0) }
    let change = Change("access.rotate", subject: old.actor, reason: reason)
    func store() throws -> Token {
      try context.database.write(change, isDryRun: isDryRun) { connection, _ in
        let store = TokenStore(connection)
        if let ended = try store.token(reference).ended { throw AccessError.ended(old.name, because: ended.because) }
        try store.replaceSecret(of: old.id, digest: digest, at: now, until: end)
        let token = try store.token(reference)
        if !isDryRun { try output.hand(secret, to: context.terminal) }
        return token
      }
    }
    let token = try isDryRun ? store() : output.writing(secret) { try store() }
    try TokenAnswer(token: token, output: output, schema: "token.rotate/2", isDryRun: isDryRun)
      .give(in: context)
  }
}
