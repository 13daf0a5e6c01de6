internal import QixShake

/// What can go wrong around videos and their sessions. What a session is refused for is a `Refusal`.
enum VideoShakeError: Failing, Equatable {
  case malformedName(problem: String)
  case nameTaken(String)
  case notFound(String)
  case lengthOutOfRange
  case malformedAddress(problem: String)
  /// Campaigns that run ask people to watch it.
  case inUse(String, campaign: String)
  /// A shake was run without what its type needs.
  case notPrepared
  /// The simulated viewer's shake was refused.
  case refused(code: String, sentence: String, hint: String?)
  case noCampaign(String)
  case campaignWithoutVideo(String)

  var failure: Failure {
    switch self {
    case .malformedName(let problem):
      Failure("videoshake.name-malformed", .usage, "the video can't have that name: \(problem)", hint: "A name has 1 to 64 lower-case letters, digits, '-' and '_'.")
    case .nameTaken(let name):
      Failure("videoshake.name-taken", .conflict, "there is a video '\(name)' already", hint: "See it with `qix video show \(name)`, or take another name.")
    case .notFound(let name):
      Failure("videoshake.video-not-found", .notFound, "there is no video '\(name)'", hint: "`qix video list` shows what there is.")
    case .lengthOutOfRange:
      Failure("videoshake.length-out-of-range", .usage, "a video is from one second to 24 hours long")
    case .malformedAddress(let problem):
      Failure("videoshake.address-malformed", .usage, "the address can't be kept: \(problem)", hint: "Write it as https://example.com/film.mp4.")
    case .inUse(let name, let campaign):
      Failure("videoshake.video-in-use", .conflict, "the campaign '\(campaign)' is running and asks people to watch '\(name)'", hint: "Pause or end it first: `qix campaign pause \(campaign)`.")
    case .notPrepared:
      Failure("videoshake.not-prepared", .failed, "the key of watch sessions was not fetched before the shake")
    case .refused(let code, let sentence, let hint):
      Failure(code, .refused, sentence, hint: hint)
    case .noCampaign(let name):
      Failure("videoshake.campaign-not-found", .notFound, "there is no campaign '\(name)'", hint: "`qix campaign list` shows what there is.")
    case .campaignWithoutVideo(let name):
      Failure("videoshake.campaign-without-video", .usage, "the campaign '\(name)' takes no video shakes", hint: "`qix campaign show \(name)` shows which shakes it takes.")
    }
  }
}
