internal import CampaignsContract
internal import IdentityContract
internal import QixModule

/// Rules that other modules bring to campaigns: conditions on users, and multipliers of awards.
struct RuleBook: Sendable {
  /// The names of multipliers.
  let multipliers: [String]
  private let conditions: UserConditions
  private let gifts: Gifts
  private let context: Context

  init(_ context: Context) {
    self.context = context
    conditions = UserConditions(context.registry)
    gifts = Gifts(context.registry)
    multipliers = AwardMultipliers.all(of: context.registry).keys.sorted()
  }

  /// The problem with a condition as things are now; nil where there is none.
  func problem(withCondition text: String, in connection: Connection) throws -> String? {
    try conditions.problem(with: text, in: connection, context: context)
  }

  /// The problem with a prize that isn't coins; nil where there is none.
  func problem(withGift gift: String, in connection: Connection) throws -> String? {
    try gifts.problem(with: gift, in: connection)
  }

  /// Whether anything that can be won takes coins of the budget now.
  func needsCoins(_ award: Award, in connection: Connection) throws -> Bool {
    guard case .weighted(let prizes) = award, prizes.allSatisfy({ $0.coins == 0 }) else { return true }
    return try award.gifts.contains { gift in
      try gifts.terms(of: gift.name, at: context.clock.now(), in: connection, context: context)?.coins ?? 0 > 0
    }
  }

  /// The problem with a multiplier's name; nil where there is none.
  func problem(withMultiplier name: String) -> String? {
    guard !multipliers.contains(name) else { return nil }
    return "no enabled module provides the multiplier '\(name)'\(Suggestion.clause(for: name, among: multipliers))"
  }

  /// Problems that keep every user out of a running campaign, and the operator's remedies.
  func obstacles(to campaign: Campaign, in connection: Connection) throws -> [(problem: String, remedy: String)] {
    var found: [(problem: String, remedy: String)] = []
    for text in campaign.audience.conditions {
      guard let problem = try problem(withCondition: text, in: connection) else { continue }
      found.append(
        (
          problem,
          "Restore what '\(text)' needs. Or give only the other conditions, or none, with "
            + "`qix campaign rules \(campaign.name) --condition`."
        ))
    }
    // A multiplier can't be taken away from who counts on it.
    if let problem = campaign.multiplier.flatMap(problem(withMultiplier:)) {
      found.append((problem, Self.switchOn))
    }
    return found
  }

  static let switchOn = "Enable the module: remove it from QIX_DISABLE and from `disable` in the config file."
}
