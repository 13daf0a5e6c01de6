internal import QixDefinitions
internal import QixKernel

/// Why something was not done to a badge.
enum BadgeError: Diagnosable, Equatable {
  case notFound(String, near: String?)
  case malformedName(String)
  case exists(String)
  case retired(String)
  case noCampaign(String)
  case noType(String, known: [String])
  /// Not exactly one of the goals.
  case oneGoal
  case notHeld(String)

  var category: ErrorCategory {
    switch self {
    case .notFound, .noCampaign, .noType, .notHeld: .notFound
    case .malformedName, .oneGoal: .usage
    case .exists, .retired: .conflict
    }
  }

  var code: String {
    switch self {
    case .notFound: "badges.not-found"
    case .malformedName: "badges.name-malformed"
    case .exists: "badges.exists"
    case .retired: "badges.retired"
    case .noCampaign: "badges.campaign-not-found"
    case .noType: "badges.type-not-found"
    case .oneGoal: "badges.goal"
    case .notHeld: "badges.not-held"
    }
  }

  var description: String {
    switch self {
    case .notFound(let name, let near):
      "there is no badge '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .malformedName(let name):
      "'\(name)' can't be a badge's name: \(ItemName.remedy())"
    case .exists(let name): "there is a badge '\(name)' already"
    case .retired(let name): "the badge '\(name)' was retired, so nobody gets it any more"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .noType(let name, let known): "there is no type of shake '\(name)'; there are \(known.joined(separator: ", "))"
    case .oneGoal: "a badge has one goal"
    case .notHeld(let name): "the user doesn't have the badge '\(name)'"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix badge list`."
    case .exists(let name): "See it with `qix badge show \(name)`."
    case .noCampaign: "See which there are with `qix campaign list`."
    case .oneGoal: "Give one of --days, --shakes, --wins, --each or --by-hand."
    case .malformedName, .retired, .noType, .notHeld: nil
    }
  }
}
