internal import QixShake

/// Errors of events, pieces and recordings. A shake is refused by a `Refusal`.
enum StadiumShakeError: Failing {
  case malformedName(String)
  case malformedSlot
  case tooLongEvent(slots: Int64)
  case noEvent(String)
  case noPiece(String)
  case nameTaken(String, of: String)
  case noNumberLeft
  /// A moment that isn't in an event.
  case outside(Event, Timestamp)
  case over(String)
  /// Samples a second that can't be marked.
  case unfitRate(Int)
  case tooManyChannels(Int)
  case noRoomForUltrasound(Int)
  case tooShort
  case tooLongPiece
  case tooManyOriginals
  case tooManySlots(Int64)
  case nothingHeard
  /// There are events, and the vault doesn't have the key of their marks.
  case keyMissing
  case damaged

  var failure: Failure {
    switch self {
    case .malformedName(let what):
      Failure(
        "stadiumshake.name-malformed", .usage,
        "the \(what)'s name has other characters than small letters, digits, '-' and '_', or not 1 to 64")
    case .malformedSlot:
      Failure("stadiumshake.slot-malformed", .usage, "a slot lasts an even number of seconds from 4 to 60")
    case .tooLongEvent(let slots):
      Failure(
        "stadiumshake.event-too-long", .usage, "the event has \(slots) slots, and \(Event.mostSlots) is the most",
        hint: "Give a longer --slot, or add an event for each day.")
    case .noEvent(let name):
      Failure(
        "stadiumshake.event-not-found", .notFound, "there is no event '\(name)'",
        hint: "`qix stadium event list` shows what there is.")
    case .noPiece(let name):
      Failure(
        "stadiumshake.piece-not-found", .notFound, "the event has no piece '\(name)'",
        hint: "`qix stadium piece list` shows what there is.")
    case .nameTaken(let name, let what):
      Failure("stadiumshake.name-taken", .conflict, "\(what) '\(name)' already exists")
    case .noNumberLeft:
      Failure("stadiumshake.no-number-left", .failed, "there are no more numbers for events")
    case .outside(let event, let time):
      Failure(
        "stadiumshake.outside-event", .usage,
        "\(time) isn't in the event '\(event.name)', \(event.start) to \(event.end)",
        hint: "Give the moment at which the first sample is played, as in --start 2027-06-12T20:00:00+02:00.")
    case .over(let name):
      Failure(
        "stadiumshake.event-over", .conflict, "the event '\(name)' is over",
        hint: "Add another one: `qix stadium event add`.")
    case .unfitRate(let rate):
      Failure(
        "stadiumshake.rate-unfit", .usage, "the music has \(rate) samples a second, and not 16,000 to 192,000",
        hint: "Convert it to 44,100 or 48,000.")
    case .tooManyChannels(let count):
      Failure("stadiumshake.too-many-channels", .usage, "the music has \(count) channels, and 8 is the most")
    case .noRoomForUltrasound(let rate):
      Failure(
        "stadiumshake.no-room-for-ultrasound", .usage,
        "--ultrasound takes 44,100 samples a second or more, and the music has \(rate)",
        hint: "Convert it to 44,100 or 48,000.")
    case .tooShort:
      Failure("stadiumshake.too-short", .usage, "the music has no samples")
    case .tooLongPiece:
      Failure(
        "stadiumshake.piece-too-long", .usage, "the piece lasts longer than \(Piece.longest / 60) minutes",
        hint: "Cut it in two, and name the moment at which each begins.")
    case .tooManyOriginals:
      Failure(
        "stadiumshake.too-many-originals", .usage,
        "the event's pieces have too much music to search all of it beside one recording",
        hint: "Say when the recording begins, as in --at 2027-06-12T20:15:00+02:00.")
    case .tooManySlots(let count):
      Failure(
        "stadiumshake.too-many-slots", .usage,
        "the event has \(count) slots, too many to search without knowing when it was recorded",
        hint: "Say when the recording begins, as in --at 2027-06-12T20:15:00+02:00.")
    case .nothingHeard:
      Failure(
        "stadiumshake.nothing-heard", .refused, "no mark of the event can be heard",
        hint: "`qix stadium analyse` says how well the recording can be understood.")
    case .keyMissing:
      Failure(
        "stadiumshake.key-missing", .refused, "the vault doesn't have the key of the events' marks",
        hint: "Put back the vault that made them: a backup made with --with-vault, or an export.")
    case .damaged:
      Failure(
        "stadiumshake.damaged", .damaged, "a piece's samples in the database are not what was written there",
        hint: "Remove the piece and add it again.")
    }
  }
}
