internal import QixShake

/// Errors of events, pieces and recordings that happen in several places. A shake is refused by a `Refusal`.
enum StadiumShakeError: Failing {
  case nameTaken(String, of: String)
  /// A moment that isn't in an event.
  case outside(Event, Timestamp)
  case noRoomForUltrasound(Int)
  case tooShort
  case nothingHeard
  /// There are events, and the vault doesn't have the key of their marks.
  case keyMissing

  var failure: Failure {
    switch self {
    case .nameTaken(let name, let what):
      Failure("stadiumshake.name-taken", .conflict, "\(what) '\(name)' already exists")
    case .outside(let event, let time):
      Failure(
        "stadiumshake.outside-event", .usage,
        "\(time) isn't in the event '\(event.name)', \(event.start) to \(event.end)",
        hint: "Give the time when the first sample plays, such as --start 2027-06-12T20:00:00+02:00.")
    case .noRoomForUltrasound(let rate):
      Failure(
        "stadiumshake.no-room-for-ultrasound", .usage,
        "--ultrasound needs at least 44,100 samples a second, but the music has \(rate)",
        hint: "Convert it to 44,100 or 48,000.")
    case .tooShort:
      Failure("stadiumshake.too-short", .usage, "the music has no samples")
    case .nothingHeard:
      Failure(
        "stadiumshake.nothing-heard", .refused, "no watermark of the event can be heard",
        hint: "`qix stadium analyse` shows how well the watermark can be heard.")
    case .keyMissing:
      Failure(
        "stadiumshake.key-missing", .refused, "the vault lacks the key of the events' watermarks",
        hint: "Restore the former vault, from a backup made with --with-vault or from an export.")
    }
  }
}
