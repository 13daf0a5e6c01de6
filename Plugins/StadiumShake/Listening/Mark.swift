internal import QixShake
internal import QixWatermark

/// A mark that was found in a recording, on its way through the worker's pipe.
struct Mark: Sendable, Equatable {
  let event: Int64
  /// Of most of the recording, and of its end.
  let slot: Int64
  let last: Int64
  /// Correlation with the mark over its deviation without one, and from which on a mark is there.
  let score: Double
  let threshold: Double
  /// Clock difference, parts in a million.
  let clock: Double
  /// Symbols of the word, of five, that fit by themselves.
  let confirmed: Int64
  /// The piece by whose original it was found; nil for blind.
  let piece: String?
  /// Whether it was said in chirps.
  let isUltrasound: Bool

  init?(_ finding: QixWatermark.Finding, piece: String?, isUltrasound: Bool) {
    guard finding.isSure, let last = finding.payloads.last else { return nil }
    event = Int64(finding.payload.event)
    slot = Int64(finding.payload.slot)
    self.last = Int64(last.slot)
    (score, threshold, clock) = (finding.score, finding.threshold, finding.partsPerMillion)
    confirmed = Int64(finding.confirmed)
    (self.piece, self.isUltrasound) = (piece, isUltrasound)
  }

  /// Nil of what is none.
  init?(_ json: JSONObject) {
    guard let event = json["event"]?.integer, (1..<1 << 24).contains(event), let slot = json["slot"]?.integer,
      let last = json["last"]?.integer, (0..<1 << 16).contains(slot), (0..<1 << 16).contains(last),
      let score = json["score"]?.double, let threshold = json["threshold"]?.double, (0.01...1_000_000).contains(score),
      (0...100).contains(threshold), let clock = json["clock"]?.double, (-10_000...10_000).contains(clock),
      let confirmed = json["confirmed"]?.integer, (0...5).contains(confirmed)
    else { return nil }
    let piece = json["piece"]?.string
    guard json["piece"] == nil || (piece?.utf8.count ?? 65) <= 64 else { return nil }
    (self.event, self.slot, self.last, self.score, self.threshold) = (event, slot, last, score, threshold)
    (self.clock, self.confirmed, self.piece, self.isUltrasound) = (
      clock, confirmed, piece, json["ultrasound"]?.bool == true
    )
  }

  var json: JSONObject {
    var object: JSONObject = [
      "event": .integer(event), "slot": .integer(slot), "last": .integer(last), "score": .double(score),
      "threshold": .double(threshold), "clock": .double(clock), "confirmed": .integer(confirmed),
    ]
    if isUltrasound { object["ultrasound"] = true }
    if let piece { object["piece"] = .string(piece) }
    return object
  }
}
