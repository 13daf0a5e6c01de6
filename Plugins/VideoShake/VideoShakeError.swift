internal import QixShake

/// Errors of a video's name and address. A session is refused by a `Refusal`.
enum VideoShakeError: Failing {
  case malformedName(problem: String)
  case malformedAddress(problem: String)

  var failure: Failure {
    switch self {
    case .malformedName(let problem):
      Failure(
        "videoshake.name-malformed", .usage, "the video can't have that name: \(problem)",
        hint: "A name has 1 to 64 lower-case letters, digits, '-' and '_'.")
    case .malformedAddress(let problem):
      Failure(
        "videoshake.address-malformed", .usage, "the address can't be kept: \(problem)",
        hint: "Write it as https://example.com/film.mp4.")
    }
  }
}
