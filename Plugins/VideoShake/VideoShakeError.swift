internal import QixShake

/// Errors around videos and their sessions. A session itself is refused by a `Refusal`.
enum VideoShakeError: Failing, Equatable {
  case malformedName(problem: String)
  case nameTaken(String)
  case notFound(String)
  case malformedAddress(problem: String)
  /// Campaigns that run ask people to watch it.
  case inUse(String, campaign: String)
  /// A shake was run without what its type needs.
  case notPrepared

  var failure: Failure {
    switch self {
    case .malformedName(let problem):
      Failure(
        "videoshake.name-malformed", .usage, "the video can't have that name: \(problem)",
        hint: "A name has 1 to 64 lower-case letters, digits, '-' and '_'.")
    case .nameTaken(let name):
      Failure(
        "videoshake.name-taken", .conflict, "the video '\(name)' already exists",
        hint: "See it with `qix video show \(name)`, or choose another name.")
    case .notFound(let name):
      Failure(
        "videoshake.video-not-found", .notFound, "there is no video '\(name)'",
        hint: "`qix video list` shows what there is.")
    case .malformedAddress(let problem):
      Failure(
        "videoshake.address-malformed", .usage, "the address can't be kept: \(problem)",
        hint: "Write it as https://example.com/film.mp4.")
    case .inUse(let name, let campaign):
      Failure(
        "videoshake.video-in-use", .conflict,
        "the campaign '\(campaign)' is running and asks people to watch '\(name)'",
        hint: "Pause or end it first: `qix campaign pause \(campaign)`.")
    case .notPrepared:
      Failure("videoshake.not-prepared", .failed, "the key of watch sessions was not fetched before the shake")
    }
  }
}
