internal import QixCrypto
internal import QixModule

/// `qix token create`
struct CreateToken: Command {
  private enum Access: String, CaseIterable, Sendable { case read, write }

  /// The action in the audit log; its subject is the token, by the name of its principal.
  static let action = "access.create"

  static let declaration = Declaration(
    "create", "Make a token for others than the owner of the data folder.", roles: .adminsOnly,
    discussion: """
      The token is written once and can't be shown again: qix keeps only a digest of it. Without --output it goes \
      to standard output, unless that is a terminal. A token's maker must have all of its rights.

      --from, --most and --most-per-day limit what the token grants. They apply to the commands that give coins \
      out: coins issue, hold, goodwill, import and apply, budget create and fund, campaign fund. Campaigns and \
      rewards pay what their rules say.
      """,
    examples: [
      Example(
        "qix token create till-8 --role integrator --from budget:till --most 50 --most-per-day 2000 --output till-8.token",
        "for a till, for 90 days: 50 coins at once and 2,000 in a day, from one budget"),
      Example(
        "qix token create shop --role integrator --scope 'coins issue' --scope 'wallet show' --output shop.token",
        "for two commands only"),
      Example(
        "qix token create desk --role support --expires P1Y | ssh desk 'umask 77; cat > qix.token'", "over a pipe"),
    ],
    answer: AnswerShape("token.create/2", Token.made), effect: .changes, needsFreshSignIn: true)

  @Positional("name", .text, "Its holder's name in the audit log: till-7, ada") private var name: String
  @Option("role", .choice(Role.ofTokens, named: \.rawValue), placeholder: "ROLE", "The token's role") private var role:
    Role
  @Option("scope", .text, placeholder: "COMMAND", "Allow only this command or group, such as 'coins issue'")
  private var scopes: [String]
  @Option(
    "access", .choice(of: Access.self), "With 'read' the token can't run commands that change data", default: "write")
  private var access: Access
  @Option("expires", .tokenExpiry, "When the token ends, at most a year from now", default: "P90D")
  private var expires: TokenExpiry
  private let grants = GrantOptions()
  private let output = TokenOutput()

  func check() throws {
    try TokenWish.check(name: name)
    try output.check()
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let wish = TokenWish(
      name: name, role: role, scopes: scopes.isEmpty ? nil : scopes, isReadOnly: access == .read,
      expires: expires.moment(from: now), grants: grants.limits)
    try TokenWish.check(scopes, for: role, in: context.program.tree)
    try TokenWish.check(wish.expires, at: now)
    try wish.check(maker: context.principal)
    try wish.checkGrants(in: context.program.tree)
    try output.prepare(in: context)
    var generator = IdentifierGenerator(random: context.random)
    let id: TokenID = generator.next(at: now)
    return try output.issue(
      id, role, as: Self.action, of: Token.actorPrefix + name, schema: "token.create/2", in: context
    ) { store, digest in
      try store.insert(id, wish, digest: digest, by: context.principal.name, at: now)
      return try store.token(wish.name)
    }
  }
}
