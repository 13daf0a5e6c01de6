internal import QixShake
internal import QixWatermark

/// The findings about a recording, on its way through the worker's pipe.
struct Study: Sendable, Equatable {
  /// A part of the recording.
  struct Stretch: Sendable, Equatable {
    /// Milliseconds of the recording.
    let from: Int64
    let to: Int64
    let mark: Mark?
    /// Score of the likeliest place for a mark, and from which on one is there; nil where nothing was searched.
    let score: Double?
    let threshold: Double?
    /// Probability that a recording without a mark has as high a score.
    let falseAccept: Double
    /// Whether a piece of the event's was there to measure against.
    let isInformed: Bool
    /// Signal to noise of each second, dB; none where no piece was there.
    let ratio: [Double]
    /// Seconds in which reverberation falls by 60 dB; nil likewise.
    let reverberation: Double?
  }

  let head: RecordingHead
  let stretches: [Stretch]

  static let mostStretches = 120

  /// Median of the stretches' values.
  var reverberation: Double? { Self.median(stretches.compactMap(\.reverberation)) }
  /// Median of the marks' clock differences, parts in a million.
  var clock: Double? { Self.median(stretches.compactMap(\.mark?.clock)) }
  var isInformed: Bool { stretches.contains(where: \.isInformed) }
  var marks: [Mark] { stretches.compactMap(\.mark) }

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
  }

  init(head: RecordingHead, stretches: [Stretch]) { (self.head, self.stretches) = (head, stretches) }
}

extension Study.Stretch {
  init(_ range: Range<Int>, _ found: Searcher.Found?) {
    let analysis = Analysis(finding: found?.finding, informed: found?.informed)
    from = Int64(range.lowerBound) * 1_000 / Int64(MarkFormat.rate)
    to = Int64(range.upperBound) * 1_000 / Int64(MarkFormat.rate)
    mark = found?.mark
    score = found?.finding.score
    threshold = found?.finding.threshold
    falseAccept = analysis.falseAccept
    ratio = analysis.signalToNoise.map { max(-100, min(100, $0)) }
    isInformed = analysis.isInformed
    reverberation = analysis.reverberation
  }
}

extension Study {
  var json: JSONObject {
    var object = head.json
    object["stretches"] = .array(stretches.map { .object($0.json) })
    return object
  }

  /// Nil of what has not the form of one.
  init?(_ json: JSONObject) {
    guard let head = RecordingHead(json), let list = json["stretches"]?.array, list.count <= Self.mostStretches else {
      return nil
    }
    self.head = head
    stretches = list.compactMap { $0.object.flatMap(Stretch.init) }
    guard stretches.count == list.count else { return nil }
  }
}

extension Study.Stretch {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "from": .integer(from), "to": .integer(to), "false_accept": .double(falseAccept),
      "ratio": .array(ratio.map(JSONValue.double)), "informed": .bool(isInformed),
    ]
    if let mark { object["mark"] = .object(mark.json) }
    // No threshold that is infinite can be written as JSON.
    if let score, let threshold, score.isFinite, threshold.isFinite {
      object["score"] = .double(score)
      object["threshold"] = .double(threshold)
    }
    if let reverberation { object["reverberation"] = .double(reverberation) }
    return object
  }

  fileprivate init?(_ json: JSONObject) {
    guard let from = json["from"]?.integer, let to = json["to"]?.integer, 0 <= from, from < to, to <= 86_400_000,
      let falseAccept = json["false_accept"]?.double, (0...1).contains(falseAccept),
      let ratio = json["ratio"]?.array?.compactMap(\.double), ratio.count == json["ratio"]?.array?.count,
      ratio.count <= 60, ratio.allSatisfy({ (-100...100).contains($0) }), let isInformed = json["informed"]?.bool
    else { return nil }
    (self.from, self.to, self.falseAccept, self.ratio, self.isInformed) = (from, to, falseAccept, ratio, isInformed)
    mark = json["mark"]?.object.flatMap(Mark.init)
    guard (mark == nil) == (json["mark"] == nil) else { return nil }
    score = json["score"]?.double
    threshold = json["threshold"]?.double
    reverberation = json["reverberation"]?.double
    for number in [score, threshold, reverberation] {
      if let number, !(-1_000_000...1_000_000).contains(number) { return nil }
    }
  }
}
