internal import QixShake

/// Why a recording doesn't count.
enum HearingRefusal: Error {
  case noMark, late, early, over, otherCampaign, noPosition, halfPosition, noEventPosition, elsewhere, tooFast
  case soundUsed
  /// No refusal: the database's fault, which ends the shake.
  case failed(any Error)

  var refusal: Refusal {
    switch self {
    case .noMark:
      Refusal(
        "stadiumshake.no-mark", "nothing of a show that is on now can be heard in the recording",
        hint: "Record ten seconds or more of its music, with nobody talking beside you, and send it at once.")
    case .late:
      Refusal(
        "stadiumshake.late", "this recording is of a moment that is over", hint: "Record again, and send it at once.")
    case .early:
      Refusal(
        "stadiumshake.early", "this recording is of a moment that is still to come",
        hint: "Set the clock of your phone, and record again.")
    case .over: Refusal("stadiumshake.over", "the show is over")
    case .otherCampaign: Refusal("stadiumshake.other-event", "this show doesn't count here")
    case .noPosition:
      Refusal(
        "stadiumshake.no-position", "where you are has to be known here", hint: "Let the app know your position.")
    case .halfPosition:
      Refusal("stadiumshake.position-malformed", "a position is a latitude and a longitude", hint: "Send both.")
    case .noEventPosition:
      Refusal(
        "stadiumshake.event-without-position", "it isn't known where the show is",
        hint: "Try again later.")
    case .elsewhere: Refusal("stadiumshake.elsewhere", "this recording was sent from too far away")
    case .tooFast:
      Refusal("stadiumshake.too-fast", "nobody gets that fast from where you were a moment ago to where you are now")
    case .soundUsed:
      Refusal("stadiumshake.recording-used", "this very recording has counted before", hint: "Record one of your own.")
    case .failed: Refusal("stadiumshake.failed", "the recording could not be looked at")
    }
  }
}
