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
            return Refusal("badges.unknown", "this was for a badge that no longer exists")
          }
          guard try !BadgeStore(connection).has(user, number) else { return nil }
          return Refusal(
            "badges.missing", "this is for users with the badge \(badge.title)",
            hint: badge.isRetired ? nil : badge.goal.advice)
        })
    ]
  }
}
