internal import QixModule

/// `qix badge retire`
struct RetireBadge: Command {
  static let declaration = Declaration(
    "retire", "Stop giving a badge; users who have it keep it.", roles: [.operator],
    examples: [Example("qix badge retire week", "for good")],
    answer: AnswerShape("badge.retire/1", Badge.heldFields), effect: .changes)

  private let badge = BadgeNamed()

  func run(in context: Context) throws -> Document {
    try context.change("badges.retire", subject: badge.name) { connection, _ in
      let store = BadgeStore(connection)
      var (number, badge) = try store.require(badge.name)
      try badge.requireLive()
      try store.retire(number, at: context.clock.now())
      badge.isRetired = true
      return badge.document("badge.retire/1", holders: try store.holders(of: number))
    }
  }
}

extension Badge {
  /// - Throws: `badges.retired`.
  func requireLive() throws {
    guard isRetired else { return }
    throw Failure("badges.retired", .conflict, "the badge '\(name)' was retired, so users can no longer get it")
  }
}
