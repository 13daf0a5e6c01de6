/// Mark found in a clip, or the likeliest place for one.
package struct Finding: Sendable {
  /// Payload of each half second; at least one.
  package var payloads: [Payload]
  /// Correlation with the mark over its deviation without one.
  package var score: Double
  /// Score from which a mark is there.
  package var threshold = Double.infinity
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

  /// Payload of most half seconds; the moment when the recording changes to another can be off by some periods.
  package var payload: Payload {
    var counts: [Payload: Int] = [:]
    for payload in payloads { counts[payload, default: 0] += 1 }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      preconditionFailure("what was found has a payload for each half second")
    }
    return most.key
  }

  /// Whether the mark is there.
  package var isSure: Bool { score >= threshold && confirmed >= 4 }
  /// Parts of the word that fit by themselves: those whose score is positive by more than a deviation.
  package var confirmed: Int { parts.count { $0 > 1 } }
}
