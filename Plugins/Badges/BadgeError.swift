internal import QixDefinitions
internal import QixModule

/// Why something was not done to a badge.
enum BadgeError: Failing, Equatable {
  case notFound(String, near: String?)
  case malformedName(String)
  case exists(String)
  case retired(String)
  case noCampaign(String)
  case noType(String, known: [String])
  /// None of the goals, or more than one.
  case oneGoal
  case notHeld(String)

  var failure: Failure {
    switch self {
    case .notFound(let name, let near):
      Failure(
        "badges.not-found", .notFound, "there is no badge '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix badge list`.")
    case .malformedName(let name):
      Failure("badges.name-malformed", .usage, "'\(name)' can't be a badge's name: \(ItemName.remedy())")
    case .exists(let name):
      Failure(
        "badges.exists", .conflict, "badge '\(name)' already exists", hint: "See it with `qix badge show \(name)`.")
    case .retired(let name):
      Failure("badges.retired", .conflict, "the badge '\(name)' was retired, so users can no longer get it")
    case .noCampaign(let name):
      Failure(
        "badges.campaign-not-found", .notFound, "there is no campaign '\(name)'",
        hint: "See which there are with `qix campaign list`.")
    case .noType(let name, let known):
      Failure(
        "badges.type-not-found", .notFound,
        "there is no type of shake '\(name)'; there are \(known.joined(separator: ", "))")
    case .oneGoal:
      Failure(
        "badges.goal", .usage, "a badge has one goal",
        hint: "Give one of --days, --shakes, --wins, --each or --by-hand.")
    case .notHeld(let name):
      Failure("badges.not-held", .notFound, "the user doesn't have the badge '\(name)'")
    }
  }
}
