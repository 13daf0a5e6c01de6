internal import QixShake

/// The reasons for which a recording doesn't count.
enum HearingRefusal {
  static let noMark = Refusal(
    "stadiumshake.no-mark", "no music of a current show can be heard in the recording",
    hint: "Record at least ten seconds of music while nobody near you talks, and send it at once.")
  static let late = Refusal(
    "stadiumshake.late", "this recording is too old", hint: "Record again, and send it at once.")
  static let early = Refusal(
    "stadiumshake.early", "this recording seems to come from the future",
    hint: "Check your phone's clock, and record again.")
  static let over = Refusal("stadiumshake.over", "the show is over")
  static let otherCampaign = Refusal("stadiumshake.other-event", "this show doesn't count here")
  static let noPosition = Refusal(
    "stadiumshake.no-position", "this show needs to know where you are", hint: "Allow the app to use your location.")
  static let halfPosition = Refusal(
    "stadiumshake.position-malformed", "your location needs a latitude and a longitude", hint: "Send both.")
  static let noEventPosition = Refusal(
    "stadiumshake.event-without-position", "the show's location is not set up yet",
    hint: "Try again later.")
  static let elsewhere = Refusal("stadiumshake.elsewhere", "this recording was sent from too far away")
  static let tooFast = Refusal(
    "stadiumshake.too-fast", "you are too far from where you were a moment ago")
  static let soundUsed = Refusal(
    "stadiumshake.recording-used", "this recording has already counted", hint: "Make your own recording.")
}
