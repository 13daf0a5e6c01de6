internal import QixModule

/// `qix badge show`
struct ShowBadge: Command {
  static let declaration = Declaration(
    "show", "Show a badge, and how many users have it.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix badge show week", "one badge")],
    answer: AnswerShape("badge.show/1", Badge.heldFields))

  private let badge = BadgeNamed()

  func run(in context: Context) throws -> Document {
    try context.database.read { connection in
      let store = BadgeStore(connection)
      let (number, badge) = try store.require(badge.name)
      return badge.document("badge.show/1", holders: try store.holders(of: number))
    }
  }
}
