internal import QixShake

/// The reasons for which a recording doesn't count.
enum HearingRefusal {
  static let noMark = Refusal(
    "stadiumshake.no-mark", "nothing of a show that is on now can be heard in the recording",
    hint: "Record ten seconds or more of its music, with nobody talking beside you, and send it at once.")
  static let late = Refusal(
    "stadiumshake.late", "this recording is of a moment that is over", hint: "Record again, and send it at once.")
  static let early = Refusal(
    "stadiumshake.early", "this recording is of a moment that is still to come",
    hint: "Set the clock of your phone, and record again.")
  static let over = Refusal("stadiumshake.over", "the show is over")
  static let otherCampaign = Refusal("stadiumshake.other-event", "this show doesn't count here")
  static let noPosition = Refusal(
    "stadiumshake.no-position", "where you are has to be known here", hint: "Let the app know your position.")
  static let halfPosition = Refusal(
    "stadiumshake.position-malformed", "a position is a latitude and a longitude", hint: "Send both.")
  static let noEventPosition = Refusal(
    "stadiumshake.event-without-position", "it isn't known where the show is",
    hint: "Try again later.")
  static let elsewhere = Refusal("stadiumshake.elsewhere", "this recording was sent from too far away")
  static let tooFast = Refusal(
    "stadiumshake.too-fast", "it is too far from where you were a moment ago to where you are now")
  static let soundUsed = Refusal(
    "stadiumshake.recording-used", "this very recording has counted before", hint: "Record one of your own.")
}
