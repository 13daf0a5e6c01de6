internal import QixModule

/// `qix badge award`
struct AwardBadge: Command {
  static let declaration = Declaration(
    "award", "Give a user a badge by hand.", roles: [.operator],
    discussion: """
      Any badge can be given by hand, even one that shakes lead to. A user who already has the badge keeps it \
      unchanged.
      """,
    examples: [Example("qix badge award founder --user shop-4711 --reason 'was there on day one'", "for good")],
    answer: AnswerShape("badge.award/1", Holding.fields),
    effect: .changes)

  private let holding = Holding()

  func run(in context: Context) throws -> Document {
    try holding.change("award", in: context) { store, kept, user in
      try kept.badge.requireLive()
      return try store.award(kept.number, to: user, at: context.clock.now(), by: nil)
    }
  }
}
