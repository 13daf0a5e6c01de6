internal import QixModule

/// `qix token list`
struct ListTokens: Command {
  static let declaration = Declaration(
    "list", "List tokens, the oldest first, without their secrets.", roles: [.auditor],
    examples: [
      Example("qix token list", "valid tokens"),
      Example("qix token list --all --tsv | cut -f1,5", "names and states, for a script"),
    ],
    answer: AnswerShape("token.list/2", "tokens", rows: Token.listed))

  @Flag("all", "Include revoked and expired tokens") private var showsAll: Bool

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let tokens = try context.database.read { try TokenStore($0).all() }
      .filter { showsAll || $0.state(at: now) == "valid" }
    var document = Document("token.list/2")
    if !tokens.isEmpty { document.primary = tokens.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("tokens", Token.listed, rows: tokens.map { (token: $0, now: now) })
    if tokens.isEmpty { document.note("There are no such tokens. Make one with `qix token create NAME --role ROLE`.") }
    return document
  }
}
