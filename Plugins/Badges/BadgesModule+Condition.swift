package import IdentityContract
internal import QixModule

/// Conditions about badges that campaigns and rewards can ask for.
extension BadgesModule: UserConditionProviding {
  package static var conditions: [UserCondition] {
    [
      UserCondition(
        "badge", argument: "NAME", "have that badge",
        problem: { name, connection, _ in
          let store = BadgeStore(connection)
          return try store.find(name) == nil ? store.missing(name).description : nil
        },
        unmet: { name, user, _, connection, _ in
          guard let (number, badge) = try BadgeStore(connection).find(name) else {
            return Refusal("badges.unknown", "it is for a badge that isn't there")
          }
          guard try !BadgeStore(connection).has(user, number) else { return nil }
          return Refusal(
            "badges.missing", "it is for those who have the badge \(badge.title)",
            hint: badge.isRetired || badge.goal == .byHand ? nil : "What leads to it: \(badge.goal.words).")
        })
    ]
  }
}
