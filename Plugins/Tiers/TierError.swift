internal import QixDefinitions
internal import QixKernel

/// Why something was not done to a tier.
enum TierError: Diagnosable, Equatable {
  case notFound(String, near: String?)
  case malformedName(String)
  case exists(String)
  case thresholdTaken(Int64, by: String)
  /// A higher tier would pay less than a lower one.
  case multiplierFalls(String, other: String)
  case malformedMultiplier(String)
  case nothingToSet

  var category: ErrorCategory {
    switch self {
    case .notFound: .notFound
    case .exists, .thresholdTaken: .conflict
    case .malformedName, .multiplierFalls, .malformedMultiplier, .nothingToSet: .usage
    }
  }

  var code: String {
    switch self {
    case .notFound: "tiers.not-found"
    case .malformedName: "tiers.name-malformed"
    case .exists: "tiers.exists"
    case .thresholdTaken: "tiers.threshold-taken"
    case .multiplierFalls: "tiers.multiplier-falls"
    case .malformedMultiplier: "tiers.multiplier-malformed"
    case .nothingToSet: "tiers.nothing-to-set"
    }
  }

  var description: String {
    switch self {
    case .notFound(let name, let near):
      "there is no tier '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .malformedName(let name):
      "'\(name)' can't be a tier's name: \(ItemName.remedy())"
    case .exists(let name): "there is a tier '\(name)' already"
    case .thresholdTaken(let coins, let other): "\(coins.counted("coin")) lead to the tier '\(other)' already"
    case .multiplierFalls(let name, let other):
      "users who rise between '\(name)' and '\(other)' would be paid less than before: the multiplier of the higher one "
        + "must not be the smaller"
    case .malformedMultiplier(let text):
      "'\(text)' is no multiplier; write a number from 1 to 100 with two decimals at most, such as 1.5"
    case .nothingToSet: "nothing is given that could be changed"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix tier list`."
    case .exists(let name): "Change it with `qix tier set \(name)`."
    case .thresholdTaken(_, let other): "Take another number, or change that one with `qix tier set \(other)`."
    case .multiplierFalls: "See all with `qix tier list`."
    case .nothingToSet: "Give --from, --multiplier, --title or --benefits."
    case .malformedName, .malformedMultiplier: nil
    }
  }
}
