internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix token create`
struct CreateToken: OldCommand {
  private enum Access: String, CaseIterable, Sendable { case read, write }

  private static let name = OldPositional("name", .text, "What the audit log calls whoever acts by it: till-7, ada")
  private static let role = OldOption(
    "role", .choice(of: Role.self), placeholder: "ROLE", "What it is for", isRequired: true)
  private static let scope = OldRepeatedOption(
    "scope", .text, placeholder: "COMMAND",
    "Leave it this command or group only, such as 'coins issue'")
  private static let access = OldOption(
    "access", .choice(of: Access.self), "With 'read' it can't run what changes data", default: "write")
  private static let expires = OldOption(
    "expires", .tokenExpiry, "When it ends, at most a year from now", default: "P90D")

  /// In the audit log; what it is about is the token, as the log calls who acts by it.
  static let action = "access.create"

  static let declaration = Declaration(
    "create", "Make a token, by which somebody else than the home folder's owner may act.", roles: .adminsOnly,
    discussion: """
      The token is written once and can't be shown again: only a digest of it is kept. Without --output it goes to \
      standard output, if that is no terminal. Whoever makes a token must have all of its rights.
      """,
    parameters: [name, role, scope, access, expires] + TokenOutput.parameters,
    examples: [
      Example("qix token create till-7 --role integrator --output till-7.token", "for a program, for 90 days"),
      Example(
        "qix token create shop --role integrator --scope 'coins issue' --scope 'wallet show' --output shop.token",
        "for two commands only"),
      Example(
        "qix token create desk --role support --expires P1Y | ssh desk 'umask 77; cat > qix.token'", "over a pipe"),
    ], effect: .changes)

  private let name: String
  private let role: Role
  private let scopes: [String]
  private let access: Access
  private let expires: TokenExpiry
  private let output: TokenOutput
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    try TokenWish.check(name: name)
    role = try arguments.require(Self.role)
    scopes = arguments[Self.scope]
    access = try arguments.require(Self.access)
    expires = try arguments.require(Self.expires)
    output = try TokenOutput(arguments)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let wish = TokenWish(
      name: name, role: role, scopes: scopes.isEmpty ? nil : scopes, isReadOnly: access == .read,
      expires: expires.moment(from: now))
    try TokenWish.check(scopes, for: role, in: context.program.tree)
    try TokenWish.check(wish.expires, at: now)
    try wish.check(maker: context.principal)
    if !isDryRun { try output.prepare(context.terminal) }

    var generator = IdentifierGenerator(random: context.random)
    let id: TokenID = generator.next(at: now)
    let secret = TokenText.make(role, id, random: context.random)
    let digest = secret.withUnsafeBytes { TokenText.digest($0) }
    let change = Change(Self.action, subject: "token:\(name)", reason: reason)
    func store() throws -> Token {
      try context.database.write(change, isDryRun: isDryRun) { connection, _ in
        let store = TokenStore(connection)
        try store.insert(id, wish, digest: digest, by: context.principal.name, at: now)
        let token = try store.token(wish.name)
        if !isDryRun { try output.hand(secret, to: context.terminal) }
        return token
      }
    }
    let token = try isDryRun ? store() : output.writing(secret) { try store() }
    try TokenAnswer(token: token, output: output, schema: "token.create/2", isDryRun: isDryRun)
      .give(in: context)
  }
}
