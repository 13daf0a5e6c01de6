internal import QixShake
internal import QixSound
internal import QixWatermark

/// Looks in a recording for a mark that can be now, within a worker.
struct HearOperation: LensOperation {
  static let name = "hear"
  /// Of a recording; the originals come on top.
  static let mostBytes = 20 << 20
  static let limits = LensLimits(
    fileBytes: mostBytes + (96 << 20), seconds: 30, memory: 1 << 30, answerBytes: 16 << 10)
  static let sentences = Recording.sentences.merging(own) { $1 }

  static let own: [LensFault: String] = [
    .tooShortToHear: "the recording is shorter than two seconds",
    .tooLongToHear: "the recording lasts longer than five minutes",
  ]

  /// Seconds of a recording that is taken, and of its end that is searched.
  private static let most = 300, searched = 30
  /// A short clip is searched first: it costs less, and is often enough.
  private static let short = 12
  /// Slots before those that count that are searched too, so that a late recording is told why.
  static let patience: Int64 = 4

  init() throws {
    try Recording.load()
    try Watermark.load()
  }

  /// Seconds before now of which a recording can speak.
  static func reach(slotSeconds: Int64) -> Int64 { Int64(searched) + (patience + 1) * slotSeconds }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let (recording, order, originals) = try Handover.taken(
      file, options, most: Self.limits.fileBytes, seconds: Self.most, kept: Self.searched)
    let samples = recording.heard
    guard samples.count >= 2 * MarkFormat.rate else { throw .tooShortToHear }
    var reading = RecordingHead(recording).json
    let mark = order.targets.lazy.compactMap { target in
      let searcher = Searcher(target, originals: originals)
      return Self.search(samples, searcher) ?? Self.searchChirps(recording, searcher)
    }.first
    reading["found"] = mark.map { .object($0.json) } ?? .null
    return reading
  }

  private static func search(_ samples: [Float], _ searcher: Searcher) -> Mark? {
    guard let now = searcher.target.moment else { return nil }
    let lengths = samples.count > short * MarkFormat.rate ? [short, searched] : [searched]
    for length in lengths {
      let clip = Array(samples.suffix(length * MarkFormat.rate))
      let seconds = Double(clip.count) / Double(MarkFormat.rate)
      let slots = searcher.slot(at: now - seconds) - patience...searcher.slot(at: now) + 1
      if let mark = searcher.search(clip, slots: slots, isFar: length == searched)?.mark { return mark }
    }
    return nil
  }

  /// Where nothing was found in the band of the music.
  private static func searchChirps(_ recording: Recording, _ searcher: Searcher) -> Mark? {
    guard let now = searcher.target.moment else { return nil }
    let slots = searcher.slot(at: now - 10) - patience...searcher.slot(at: now) + 1
    return searcher.searchChirps(recording.samples, rate: recording.rate, slots: slots)?.mark
  }

  static func accepts(_ reading: JSONObject) -> Bool { HearReading(reading) != nil }
}

extension LensFault {
  static let tooShortToHear = LensFault("too-short-to-hear")
}

/// The operation's answer about a recording.
struct HearReading: Sendable, Equatable {
  let head: RecordingHead
  let found: Mark?

  /// Nil of what has not the form of one.
  init?(_ json: JSONObject) {
    guard let head = RecordingHead(json), let found = json["found"] else { return nil }
    self.head = head
    if found.isNull {
      self.found = nil
    } else {
      guard let mark = found.object.flatMap(Mark.init) else { return nil }
      self.found = mark
    }
  }
}
