internal import QixShake
internal import QixSound
internal import QixWatermark

/// Studies a recording stretch by stretch, for whoever places loudspeakers, within a worker.
struct StudyOperation: LensOperation {
  static let name = "study"
  /// Of a recording; the originals come on top.
  static let mostBytes = 200 << 20
  static let limits = LensLimits(
    fileBytes: mostBytes + (160 << 20), seconds: 600, memory: 2 << 30, requests: 20, answerBytes: 256 << 10)
  static let sentences = Recording.sentences.merging(own) { $1 }

  static let own: [LensFault: String] = [
    .tooShortToHear: "the recording is shorter than two seconds",
    .tooLongToHear: "the recording lasts longer than ten minutes",
  ]

  /// Seconds of a recording that is taken.
  static let most = 600
  /// Seconds of a stretch; the last may have up to half as many more.
  private static let stretch = 10
  /// Slots to both sides of the one that is expected.
  private static let spare: Int64 = 2
  /// Words, times stretches, that are searched where nobody knows when the recording was made.
  private static let mostWords = 4_000

  init() throws {
    try Recording.load()
    try Watermark.load()
  }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let (recording, order, originals) = try Handover.taken(
      file, options, most: Self.limits.fileBytes, seconds: Self.most, kept: Self.most)
    let samples = recording.heard
    guard samples.count >= 2 * MarkFormat.rate, let target = order.targets.first else { throw .tooShortToHear }
    let ranges = Self.stretches(samples.count)
    let parts = target.moment == nil ? Self.parts(of: target.first...target.first + Int64(target.words.count)) : []
    let searcher = Searcher(target, originals: originals, searches: max(1, parts.count))
    var found = [Searcher.Found?](repeating: nil, count: ranges.count)
    // Seconds from the event's start to the recording's; once a mark was found, everybody knows.
    var begin = target.moment
    if begin == nil {
      for index in ranges.indices.prefix(max(1, Self.mostWords / max(1, target.words.count))) {
        found[index] = Self.search(Array(samples[ranges[index]]), searcher, parts)
        let all = target.first...target.first + Int64(target.words.count)
        if let chirps = Self.chirps(in: recording, ranges[index], searcher, all, unless: found[index]) {
          found[index] = chirps
        }
        guard let last = found[index]?.mark?.last else { continue }
        // Somewhere in its last slot.
        begin =
          (Double(last) + 0.5) * Double(target.slotSeconds)
          - Double(ranges[index].upperBound) / Double(MarkFormat.rate)
        break
      }
    }
    if let begin {
      for index in ranges.indices where found[index]?.mark == nil {
        let start = begin + Double(ranges[index].lowerBound) / Double(MarkFormat.rate)
        let end = begin + Double(ranges[index].upperBound) / Double(MarkFormat.rate)
        let slots = searcher.slot(at: start) - Self.spare...searcher.slot(at: end) + Self.spare
        found[index] = searcher.search(Array(samples[ranges[index]]), slots: slots, isFar: true)
        if let chirps = Self.chirps(in: recording, ranges[index], searcher, slots, unless: found[index]) {
          found[index] = chirps
        }
      }
    }
    let study = Study(
      head: RecordingHead(recording),
      stretches: zip(ranges, found).map { Study.Stretch($0, $1) })
    return study.json
  }

  /// Slots that are searched at once: a listener takes memory for each, 2.5 MB for ten seconds.
  private static let mostAtOnce: Int64 = 64

  /// Parts of a range, each with the slots that a stretch needs beyond it.
  private static func parts(of slots: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    stride(from: slots.lowerBound, through: slots.upperBound, by: Int(mostAtOnce)).map {
      $0...min(slots.upperBound, $0 + mostAtOnce + spare)
    }
  }

  /// The mark in any of some parts; else the likeliest place for one.
  private static func search(
    _ clip: [Float], _ searcher: Searcher, _ parts: [ClosedRange<Int64>]
  ) -> Searcher.Found? {
    var best: Searcher.Found?
    for part in parts {
      guard let found = searcher.search(clip, slots: part, isFar: false) else { continue }
      if found.mark != nil { return found }
      if found.finding.score > best?.finding.score ?? -1 { best = found }
    }
    return best
  }

  /// The mark in chirps, where the band of the music has none.
  private static func chirps(
    in recording: Recording, _ range: Range<Int>, _ searcher: Searcher, _ slots: ClosedRange<Int64>,
    unless found: Searcher.Found?
  ) -> Searcher.Found? {
    guard found?.mark == nil, recording.rate >= UltrasoundFormat.leastRate else { return nil }
    func place(_ sample: Int) -> Int { min(recording.samples.count, sample * recording.rate / MarkFormat.rate) }
    let part = Array(recording.samples[place(range.lowerBound)..<place(range.upperBound)])
    let chirps = searcher.searchChirps(part, rate: recording.rate, slots: slots)
    return chirps?.mark == nil ? nil : chirps
  }

  private static func stretches(_ count: Int) -> [Range<Int>] {
    let size = stretch * MarkFormat.rate
    var starts = Array(stride(from: 0, to: count, by: size))
    if starts.count > 1, let last = starts.last, count - last < size / 2 { starts.removeLast() }
    return starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : count) }
  }

  static func accepts(_ reading: JSONObject) -> Bool { Study(reading) != nil }
}
