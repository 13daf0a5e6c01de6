internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix token revoke`
struct RevokeToken: OldCommand {
  private static let token = OldPositional("token", .text, "Name or tok_…")

  static let action = "access.revoke"

  static let declaration = Declaration(
    "revoke", "End a token, at once and for good.", roles: .adminsOnly, parameters: [token],
    examples: [Example("qix token revoke till-7 --reason 'the till was stolen'", "by name")], effect: .changes)

  private let reference: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(Self.token)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let token = try context.database.write(Change(Self.action, reason: reason), isDryRun: isDryRun) {
      connection, change in
      let store = TokenStore(connection)
      let token = try store.token(reference)
      change.subject = token.actor
      // A repeat changes nothing and succeeds: what was wanted is so.
      if token.ended == nil { try store.end(token.id, because: "revoked", at: now) }
      return try store.token(reference)
    }
    var document = Document("token.revoke/2")
    document.primary = "\(token.id)"
    token.describe(in: &document, at: now)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "See what was done by it: `qix audit show --actor \(token.actor)`.")
  }
}
