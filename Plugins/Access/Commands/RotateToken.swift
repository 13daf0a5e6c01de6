internal import QixCrypto
internal import QixModule

/// `qix token rotate`
struct RotateToken: Command {
  static let declaration = Declaration(
    "rotate", "Give a token a new secret; the old one stops working at once.", roles: .adminsOnly,
    discussion: "Name, role, scopes and limits stay. Like a new token, it is written once, to --output or to a pipe.",
    examples: [Example("qix token rotate till-7 --output till-7.new.token", "by name")],
    answer: AnswerShape("token.rotate/2", Token.rotated), effect: .changes, needsFreshSignIn: true)

  private let token = TokenNamed()
  @Option(
    "expires", .tokenExpiry, "When the token ends, at most a year from now; the default is the same period as before")
  private var expires: TokenExpiry?
  private let output = TokenOutput()

  func check() throws { try output.check() }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    try output.prepare(in: context)
    let old = try context.database.read { try TokenStore($0).token(token.reference) }
    let life = old.expires.microseconds - old.issued.microseconds
    let end = expires?.moment(from: now) ?? now.advanced(byMicroseconds: life)
    try TokenWish.check(end, at: now)
    // The secret carries the rights.
    try TokenWish(
      name: old.name, role: old.role, scopes: old.scopes, isReadOnly: old.isReadOnly, expires: end, grants: old.grants
    ).check(maker: context.principal)
    return try output.issue(
      old.id, old.role, as: "access.rotate", of: old.actor, schema: "token.rotate/2", in: context
    ) { store, digest in
      if let ended = try store.token(token.reference).ended {
        throw Failure(
          "access.token-ended", .conflict, "the token '\(old.name)' is already \(ended.because)",
          hint: "Make another with `qix token create NAME --role ROLE`.")
      }
      try store.replaceSecret(of: old.id, digest: digest, at: now, until: end)
      return try store.token(token.reference)
    }
  }
}
