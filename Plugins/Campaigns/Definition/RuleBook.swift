internal import CampaignsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What other modules bring to campaigns: conditions on users, and multipliers of awards.
struct RuleBook: Sendable {
  /// By name.
  let multipliers: [String]
  private let conditions: UserConditions
  private let context: Context

  init(_ context: Context) {
    self.context = context
    conditions = UserConditions(context.registry)
    multipliers = AwardMultipliers.all(of: context.registry).keys.sorted()
  }

  /// What is wrong with a condition as things are now; nil where nothing is.
  func problem(withCondition text: String, in connection: Connection) throws -> String? {
    try conditions.problem(with: text, in: connection, context: context)
  }

  /// What is wrong with a multiplier's name; nil where nothing is.
  func problem(withMultiplier name: String) -> String? {
    guard !multipliers.contains(name) else { return nil }
    return "no enabled module brings the multiplier '\(name)'\(Suggestion.clause(for: name, among: multipliers))"
  }

  /// What keeps a campaign's rules from being kept, each in a clause.
  func problems(of campaign: Campaign, in connection: Connection) throws -> [String] {
    try campaign.audience.conditions.compactMap { try problem(withCondition: $0, in: connection) }
      + [campaign.multiplier.flatMap(problem(withMultiplier:))].compactMap(\.self)
  }
}
