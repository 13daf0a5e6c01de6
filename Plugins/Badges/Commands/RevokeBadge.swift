internal import QixModule

/// `qix badge revoke`
struct RevokeBadge: Command {
  static let declaration = Declaration(
    "revoke", "Take a badge away from a user.", roles: [.operator],
    discussion: "A badge that shakes lead to is counted again from the next shake on.",
    examples: [Example("qix badge revoke founder --user shop-4712 --reason 'given by mistake'", "a mistake undone")],
    answer: AnswerShape("badge.revoke/1", Holding.fields),
    effect: .changes)

  private let holding = Holding()

  func run(in context: Context) throws -> Document {
    try holding.change("revoke", in: context) { store, kept, user in
      guard try store.revoke(kept.number, from: user) else {
        throw Failure("badges.not-held", .notFound, "the user doesn't have the badge '\(kept.badge.name)'")
      }
      return true
    }
  }
}
