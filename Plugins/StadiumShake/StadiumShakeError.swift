internal import QixShake

/// What can be wrong with an event, a piece, or a recording. What a shake is refused for is a `Refusal`.
enum StadiumShakeError: Diagnosable {
  case malformedName(String)
  case malformedSlot
  case emptyEvent
  case tooLongEvent(slots: Int64)
  case noEvent(String)
  case noPiece(String)
  case noCampaign(String)
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
  case refused(Refusal)
  case unexpectedStep
  case damaged

  var category: ErrorCategory {
    switch self {
    case .malformedName, .malformedSlot, .emptyEvent, .tooLongEvent, .outside, .unfitRate, .tooManyChannels, .tooShort,
      .noRoomForUltrasound,
      .tooLongPiece, .tooManySlots, .tooManyOriginals:
      .usage
    case .noEvent, .noPiece, .noCampaign: .notFound
    case .nameTaken, .over: .conflict
    case .nothingHeard, .keyMissing, .refused: .refused
    case .noNumberLeft, .unexpectedStep: .failed
    case .damaged: .damaged
    }
  }

  var code: String {
    switch self {
    case .malformedName: "stadiumshake.name-malformed"
    case .malformedSlot: "stadiumshake.slot-malformed"
    case .emptyEvent: "stadiumshake.event-empty"
    case .tooLongEvent: "stadiumshake.event-too-long"
    case .noEvent: "stadiumshake.event-not-found"
    case .noPiece: "stadiumshake.piece-not-found"
    case .noCampaign: "stadiumshake.campaign-not-found"
    case .nameTaken: "stadiumshake.name-taken"
    case .noNumberLeft: "stadiumshake.no-number-left"
    case .outside: "stadiumshake.outside-event"
    case .over: "stadiumshake.event-over"
    case .unfitRate: "stadiumshake.rate-unfit"
    case .tooManyChannels: "stadiumshake.too-many-channels"
    case .noRoomForUltrasound: "stadiumshake.no-room-for-ultrasound"
    case .tooShort: "stadiumshake.too-short"
    case .tooLongPiece: "stadiumshake.piece-too-long"
    case .tooManyOriginals: "stadiumshake.too-many-originals"
    case .tooManySlots: "stadiumshake.too-many-slots"
    case .nothingHeard: "stadiumshake.nothing-heard"
    case .keyMissing: "stadiumshake.key-missing"
    case .refused(let refusal): refusal.code
    case .unexpectedStep: "stadiumshake.unexpected-step"
    case .damaged: "stadiumshake.damaged"
    }
  }

  var description: String {
    switch self {
    case .malformedName(let what):
      "the \(what)'s name has other characters than small letters, digits, '-' and '_', or not 1 to 64"
    case .malformedSlot: "a slot lasts an even number of seconds from 4 to 60"
    case .emptyEvent: "the event ends before it begins"
    case .tooLongEvent(let slots): "the event has \(slots) slots, and \(Event.mostSlots) is the most"
    case .noEvent(let name): "there is no event '\(name)'"
    case .noPiece(let name): "the event has no piece '\(name)'"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .nameTaken(let name, let what): "\(what) '\(name)' already exists"
    case .noNumberLeft: "there are no more numbers for events"
    case .outside(let event, let time): "\(time) isn't in the event '\(event.name)', \(event.start) to \(event.end)"
    case .over(let name): "the event '\(name)' is over"
    case .unfitRate(let rate): "the music has \(rate) samples a second, and not 16,000 to 192,000"
    case .tooManyChannels(let count): "the music has \(count) channels, and 8 is the most"
    case .noRoomForUltrasound(let rate): "--ultrasound takes 44,100 samples a second or more, and the music has \(rate)"
    case .tooShort: "the music has no samples"
    case .tooLongPiece: "the piece lasts longer than \(Piece.longest / 60) minutes"
    case .tooManyOriginals: "the event's pieces have too much music to search all of it beside one recording"
    case .tooManySlots(let count):
      "the event has \(count) slots, too many to search without knowing when it was recorded"
    case .nothingHeard: "no mark of the event can be heard"
    case .keyMissing: "the vault doesn't have the key of the events' marks"
    case .refused(let refusal): refusal.sentence
    case .unexpectedStep: "the shake was answered with a step or a notice, which this type has none of"
    case .damaged: "a piece's samples in the database are not what was written there"
    }
  }

  var hint: String? {
    switch self {
    case .malformedName, .malformedSlot, .nameTaken, .noNumberLeft, .tooManyChannels, .tooShort, .unexpectedStep: nil
    case .emptyEvent: "Give its --length, as in --length 3h."
    case .tooLongEvent: "Give a longer --slot, or add an event for each day."
    case .noEvent: "`qix stadium event list` shows what there is."
    case .noPiece: "`qix stadium piece list` shows what there is."
    case .noCampaign: "`qix campaign list` shows what there is."
    case .outside: "Give the moment at which the first sample is played, as in --start 2027-06-12T20:00:00+02:00."
    case .over: "Add another one: `qix stadium event add`."
    case .unfitRate, .noRoomForUltrasound: "Convert it to 44,100 or 48,000."
    case .tooLongPiece: "Cut it in two, and name the moment at which each begins."
    case .tooManyOriginals, .tooManySlots: "Say when the recording begins, as in --at 2027-06-12T20:15:00+02:00."
    case .nothingHeard: "`qix stadium analyse` says how well the recording can be understood."
    case .keyMissing: "Put back the vault that made them: a backup made with --with-vault, or an export."
    case .refused(let refusal): refusal.hint
    case .damaged: "Remove the piece and add it again."
    }
  }
}
