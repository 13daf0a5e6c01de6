internal import QixModule

/// `qix token revoke`
struct RevokeToken: Command {
  static let action = "access.revoke"

  static let declaration = Declaration(
    "revoke", "End a token, at once and for good.", roles: .adminsOnly,
    examples: [Example("qix token revoke till-7 --reason 'the till was stolen'", "by name")],
    answer: AnswerShape("token.revoke/2", Token.fields), effect: .changes)

  private let token = TokenNamed()

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let token = try context.change(Self.action) { connection, change in
      let store = TokenStore(connection)
      let token = try store.token(self.token.reference)
      change.subject = token.actor
      // A repeat changes nothing and succeeds: what was wanted is so.
      if token.ended == nil { try store.end(token.id, because: "revoked", at: now) }
      return try store.token(token.id) ?? token
    }
    var document = token.document("token.revoke/2", at: now)
    document.next("`qix audit show --actor \(token.actor)` shows what it did")
    return document
  }
}
