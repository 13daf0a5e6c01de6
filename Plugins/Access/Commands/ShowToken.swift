internal import QixModule

/// `qix token show`
struct ShowToken: Command {
  static let declaration = Declaration(
    "show", "Show what a token is for, and when it was last used.", roles: [.auditor],
    discussion: "The last use is recorded at most once a minute, so it can be up to a minute old.",
    examples: [Example("qix token show till-7", "by name")],
    answer: AnswerShape("token.show/2", Token.fields))

  private let token = TokenNamed()

  func run(in context: Context) throws -> Document {
    let token = try context.database.read { try TokenStore($0).token(self.token.reference) }
    var document = token.document("token.show/2", at: context.clock.now())
    document.next("`qix audit show --actor \(token.actor)`")
    return document
  }
}
