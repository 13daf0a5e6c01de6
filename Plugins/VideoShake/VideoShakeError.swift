internal import QixShake

/// What can go wrong around videos and their sessions. What a session is refused for is a `Refusal`.
enum VideoShakeError: Diagnosable, Equatable {
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

  var category: ErrorCategory {
    switch self {
    case .malformedName, .lengthOutOfRange, .malformedAddress, .campaignWithoutVideo: .usage
    case .nameTaken, .inUse: .conflict
    case .notFound, .noCampaign: .notFound
    case .notPrepared: .failed
    case .refused: .refused
    }
  }

  var code: String {
    switch self {
    case .malformedName: "videoshake.name-malformed"
    case .nameTaken: "videoshake.name-taken"
    case .notFound: "videoshake.video-not-found"
    case .lengthOutOfRange: "videoshake.length-out-of-range"
    case .malformedAddress: "videoshake.address-malformed"
    case .inUse: "videoshake.video-in-use"
    case .notPrepared: "videoshake.not-prepared"
    case .refused(let code, _, _): code
    case .noCampaign: "videoshake.campaign-not-found"
    case .campaignWithoutVideo: "videoshake.campaign-without-video"
    }
  }

  var description: String {
    switch self {
    case .malformedName(let problem): "the video can't have that name: \(problem)"
    case .nameTaken(let name): "there is a video '\(name)' already"
    case .notFound(let name): "there is no video '\(name)'"
    case .lengthOutOfRange: "a video is from one second to 24 hours long"
    case .malformedAddress(let problem): "the address can't be kept: \(problem)"
    case .inUse(let name, let campaign): "the campaign '\(campaign)' is running and asks people to watch '\(name)'"
    case .notPrepared: "the key of watch sessions was not fetched before the shake"
    case .refused(_, let sentence, _): sentence
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .campaignWithoutVideo(let name): "the campaign '\(name)' takes no video shakes"
    }
  }

  var hint: String? {
    switch self {
    case .malformedName: "A name has 1 to 64 lower-case letters, digits, '-' and '_'."
    case .nameTaken(let name): "See it with `qix video show \(name)`, or take another name."
    case .notFound: "`qix video list` shows what there is."
    case .lengthOutOfRange: nil
    case .malformedAddress: "Write it as https://example.com/film.mp4."
    case .inUse(_, let campaign): "Pause or end it first: `qix campaign pause \(campaign)`."
    case .notPrepared: nil
    case .refused(_, _, let hint): hint
    case .noCampaign: "`qix campaign list` shows what there is."
    case .campaignWithoutVideo(let name): "`qix campaign show \(name)` shows which shakes it takes."
    }
  }
}
