internal import QixDefinitions
internal import QixModule

/// Why something was not done to a tier.
enum TierError: Failing, Equatable {
  case notFound(String, near: String?)
  case malformedName(String)
  case exists(String)
  case thresholdTaken(Int64, by: String)
  /// A higher tier would pay less than a lower one.
  case multiplierFalls(String, other: String)
  case malformedMultiplier(String)
  case nothingToSet

  var failure: Failure {
    switch self {
    case .notFound(let name, let near):
      Failure(
        "tiers.not-found", .notFound, "there is no tier '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix tier list`.")
    case .malformedName(let name):
      Failure("tiers.name-malformed", .usage, "'\(name)' can't be a tier's name: \(ItemName.remedy())")
    case .exists(let name):
      Failure(
        "tiers.exists", .conflict, "there is a tier '\(name)' already", hint: "Change it with `qix tier set \(name)`.")
    case .thresholdTaken(let coins, let other):
      Failure(
        "tiers.threshold-taken", .conflict, "\(coins.counted("coin")) lead to the tier '\(other)' already",
        hint: "Take another number, or change that one with `qix tier set \(other)`.")
    case .multiplierFalls(let name, let other):
      Failure(
        "tiers.multiplier-falls", .usage,
        "users who rise between '\(name)' and '\(other)' would be paid less than before: the multiplier of the higher one "
          + "must not be the smaller", hint: "See all with `qix tier list`.")
    case .malformedMultiplier(let text):
      Failure(
        "tiers.multiplier-malformed", .usage,
        "'\(text)' is no multiplier; write a number from 1 to 100 with two decimals at most, such as 1.5")
    case .nothingToSet:
      Failure(
        "tiers.nothing-to-set", .usage, "nothing is given that could be changed",
        hint: "Give --from, --multiplier, --title or --benefits.")
    }
  }
}
