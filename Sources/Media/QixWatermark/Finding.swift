/// Mark found in a clip, or the likeliest place for one.
package struct Finding: Sendable {
  /// Payload of each half second; at least one.
  package var payloads: [Payload]
  /// Correlation with the mark over its deviation without one.
  package var score: Double
  /// Score from which a mark is there.
  package var threshold = Double.infinity
  /// Score of the symbols alone from which they say this word and no other.
  var wordThreshold = Double.infinity
  /// Delay of the mark's period at the clip's first sample, in samples at `MarkFormat.rate`.
  package var lag: Double
  /// Clock difference between recorder and player, parts in a million; positive where a recorded second holds more
  /// than a second of the music.
  package var partsPerMillion: Double
  /// Delay of each half second off a straight line, samples at `MarkFormat.rate`; 21 mm of way each.
  package var delays: [Double] = []
  /// Whether the delay wandered, as with a moving hand.
  package var isWandering = false
  /// Hypothesis of the phone's phase that fitted best, rad Hz.
  package var dispersion = 0.0
  /// Other arrivals of the mark: seconds behind the first (before it if negative), and score.
  package var arrivals: [(seconds: Double, score: Double)] = []
  /// Scores of the synchronisation and of each symbol by itself.
  package var parts: [Double] = []
  /// Symbols that must fit by themselves.
  var needed = 4
  /// Other shifts of the six sequences that fit nearly as well, and how many noise alone explains.
  var others = (count: 0, most: Int.max)

  /// Payload of most half seconds; the moment when the recording changes to another can be off by some periods.
  package var payload: Payload {
    var counts: [Payload: Int] = [:]
    for payload in payloads { counts[payload, default: 0] += 1 }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      preconditionFailure("what was found has a payload for each half second")
    }
    return most.key
  }

  /// Whether the mark is there, with this word.
  ///
  /// All words of an event share their sequences. In a strong recording of another slot the synchronisation alone, or
  /// two symbols whose shifts happen to lie as far apart, have a score above the threshold: an old recording would be
  /// accepted now. So the symbols must say the word without the synchronisation, and four of the five each for itself.
  ///
  /// And one shift of each must say it, not many: the sequences of a slot that is over, laid over themselves at half of
  /// all shifts, say something of every word (`ShiftCensus`).
  package var isSure: Bool {
    score >= threshold && wordScore >= wordThreshold && confirmed >= needed && others.count <= others.most
  }

  /// Score of the symbols without the synchronisation; that of a wrong word is normal.
  var wordScore: Double {
    parts.count > 1 ? parts.dropFirst().reduce(0, +) / Double(parts.count - 1).squareRoot() : 0
  }

  /// Symbols, of five, that fit by themselves: those with about the share of the whole score that is theirs.
  package var confirmed: Int {
    let amplitude = Double(MarkFormat.symbolAmplitude)
    let whole = (parts.first ?? 0) * Double(MarkFormat.syncAmplitude) + parts.dropFirst().reduce(0, +) * amplitude
    let least = max(1, 0.6 * (amplitude * whole - 1))
    return parts.dropFirst().count { $0 > least }
  }
}
