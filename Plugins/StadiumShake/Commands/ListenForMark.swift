internal import QixShake
internal import QixSound
internal import QixWatermark

/// `qix stadium listen`
struct ListenForMark: Command {
  static let declaration = Declaration(
    "listen", "Listen to a stream or a file, and report each watermark once it is certain.", roles: [.operator],
    discussion: """
      Prints a line for each slot heard: the second of the stream when it was certain, the slot, and when that was \
      played. A stream is expected to be live, a file from any time of the event; --at says when the recording begins. \
      If nothing is heard, it ends with \(exit: .refused).
      """,
    examples: [
      Example("arecord -f S16_LE -r 48000 | qix stadium listen --event derby --first -", "a microphone, live"),
      Example("qix stadium listen --event derby block-b.wav", "a file"),
    ])

  private let option = EventOption()
  private let begin = BeginOption()
  @Flag("first", "End as soon as a watermark is heard") private var endsAtFirst: Bool
  @Flag(
    "ultrasound", "Also listen for chirps between 18 and 20 kHz in a stream; files are always searched for them")
  private var hasUltrasound: Bool
  private let sound = SoundOptions()
  @Positional(
    "file", .file,
    """
    A WAV file or raw samples, even while being written; or FLAC, Ogg, MP3, MP4, WebM
    """)
  private var file: String

  func check() throws { try sound.check() }

  func run(in context: Context) throws -> Printed {
    let event = try context.database.read { try Event.require(option.name, in: $0) }
    let at = begin.moment ?? (file == "-" ? context.clock.now() : nil)
    let stream: SoundStream
    do {
      stream = try sound.open(file, option: $file.label.description, in: context.face)
    } catch SoundStreamError.noWave where file != "-" && !sound.isRaw {
      let study = try RecordingStudy.of(file, for: event, at: at, option: $file.label.description, context)
      try tell(study, event, context.face)
      return Printed()
    }
    try listen(to: stream, event, at: at, context)
    return Printed()
  }

  /// A stranger's file: a worker has listened to it.
  private func tell(_ study: Study, _ event: Event, _ face: any Face) throws {
    var told: Set<Int64> = []
    for stretch in study.stretches {
      guard let mark = stretch.mark, told.insert(mark.slot).inserted else { continue }
      try tell(mark, at: Double(stretch.to) / 1_000, event, face)
      if endsAtFirst { return }
    }
    guard !study.marks.isEmpty else { throw StadiumShakeError.nothingHeard }
  }

  /// Music as it comes.
  private func listen(to stream: SoundStream, _ event: Event, at: Timestamp?, _ context: Context) throws {
    guard !hasUltrasound || stream.shape.rate >= UltrasoundFormat.leastRate else {
      throw StadiumShakeError.noRoomForUltrasound(stream.shape.rate)
    }
    try Watermark.load()
    let keys = try EventKeys.open(event, context)
    var slots = StreamSlots(event, begins: at)
    var stream = stream
    var pieces = StreamPieces(event, keys.book)
    var listening = ListeningStream(
      listener: Listener(book: keys.book), rate: stream.shape.rate, candidates: try slots.candidates(at: 0),
      ultrasound: hasUltrasound ? UltrasoundListener(book: keys.book) : nil)
    var told: Set<Int64> = []
    let progress = context.face.progress("listening", unit: "seconds")
    while true {
      try context.face.interruption.check()
      progress.advance(to: Int64(listening.seconds))
      let blocks = try stream.next()
      listening.candidates = try slots.candidates(at: listening.seconds)
      listening.informed = try slots.moment(at: listening.seconds).flatMap {
        try pieces.listener(at: $0, context.database)
      }
      let heard = blocks.map { listening.process($0) } ?? listening.finish()
      if let heard,
        let mark = Mark(
          heard.finding, piece: heard.informed?.piece, isUltrasound: heard.isUltrasound)
      {
        slots.hear(mark, until: heard.seconds.upperBound)
        if told.insert(mark.slot).inserted {
          progress.withdraw()
          try tell(mark, at: heard.seconds.upperBound, event, context.face)
        }
        if endsAtFirst { return }
      }
      if blocks == nil { break }
    }
    progress.finish()
    guard !told.isEmpty else { throw StadiumShakeError.nothingHeard }
  }

  private func tell(_ mark: Mark, at second: Double, _ event: Event, _ face: any Face) throws {
    let played = event.start(ofSlot: mark.slot)
    let second = (second * 10).rounded() / 10, score = (mark.score * 100).rounded() / 100
    let format = (face as? Terminal)?.globals.format ?? .json
    switch format {
    case .human:
      let known = mark.piece.map { ", in '\($0)'" } ?? (mark.isUltrasound ? ", in ultrasound" : "")
      try face.writeLine("\(second) s: slot \(mark.slot), played from \(played)\(known); score \(score)")
    case .tsv, .csv:
      let row = ["\(second)", "\(mark.slot)", "\(played)", "\(score)", mark.piece ?? "", "\(mark.isUltrasound)"]
      // Names of pieces have neither tabs nor commas.
      try face.writeLine(row.joined(separator: format == .csv ? "," : "\t"))
    case .json:
      var line: JSONObject = [
        "schema": "stadium.listen/1", "event": .string(event.name), "second": .double(second),
        "slot": .integer(mark.slot), "played": .string("\(played)"), "score": .double(score),
        "clock": .double((mark.clock * 10).rounded() / 10), "ultrasound": .bool(mark.isUltrasound),
      ]
      line["piece"] = mark.piece.map(JSONValue.string) ?? .null
      try face.writeLine(JSONValue.object(line).text())
    }
  }
}

/// Slots that can be heard at a second of a stream.
private struct StreamSlots {
  private let event: Event
  /// Seconds from the event's start to the stream's; nil while it isn't known.
  private var begin: Double?
  private var last: (slots: ClosedRange<Int64>, candidates: Candidates)?

  private static let stretch = Double(ListeningStream.longestLook)

  init(_ event: Event, begins at: Timestamp?) {
    self.event = event
    begin = at.map { Double($0.microseconds - event.start.microseconds) / 1e6 }
  }

  mutating func candidates(at second: Double) throws -> Candidates {
    var slots: ClosedRange<Int64>
    if let begin {
      let length = Double(event.slotSeconds)
      let low = Int64(((begin + second - Self.stretch) / length).rounded(.down)) - 1
      let first = max(0, min(65_534, low))
      slots = first...max(first, min(65_535, Int64(((begin + second) / length).rounded(.down)) + 2))
    } else {
      slots = try RecordingStudy.slots(of: event, at: nil)
    }
    if let last, last.slots == slots { return last.candidates }
    let candidates = Candidates(
      event: UInt32(event.number), slots: UInt16(slots.lowerBound)...UInt16(slots.upperBound),
      slotPeriods: event.slotPeriods)
    last = (slots, candidates)
    return candidates
  }

  /// When a second of the stream is; nil while it isn't known.
  func moment(at second: Double) -> Timestamp? {
    begin.map { event.start.advanced(byMicroseconds: Int64(($0 + second) * 1e6)) }
  }

  /// Takes down a slot that was heard: it tells when the stream began, to a slot.
  mutating func hear(_ mark: Mark, until second: Double) {
    if begin == nil { begin = (Double(mark.last) + 0.5) * Double(event.slotSeconds) - second }
  }
}
