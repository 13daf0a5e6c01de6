internal import Glibc

/// Scores that chance reaches as rarely as wanted.
enum Threshold {
  /// Independent places of a search of ±200 parts in a million over 10 s for one word: delays, clock differences,
  /// phase hypotheses, wandering paths. Unmarked music's largest scores ask for about 4 · 10⁷; the rest is for their
  /// heavier tail.
  private static let places = 2e8

  /// Score that unmarked recordings reach with a probability.
  /// - Parameters:
  ///   - words: payloads that are looked for.
  ///   - clocks: bands of 400 parts in a million that are searched.
  ///   - seconds: length of the recording; longer ones part clocks more finely.
  static func score(falseAccepts: Double, words: Int, clocks: Int, seconds: Double) -> Double {
    let trials = places * Double(words) * (1 + Double(clocks - 1) / 3) * max(0.3, seconds / 10)
    return tail(falseAccepts / trials)
  }

  /// Score of the symbols alone that no other word of the event reaches: tried are all words, with the ways in which
  /// slots can follow each other and the delays beside the best one.
  static func word(falseAccepts: Double, words: Int) -> Double { tail(falseAccepts / Double(50 * words)) }

  /// Probability of a normal variable above a value.
  static func chance(_ value: Double) -> Double { erfc(value / 2.0.squareRoot()) / 2 }

  /// Value that a normal variable exceeds with a probability below 0.1.
  static func tail(_ probability: Double) -> Double {
    var low = 0.0, high = 40.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if chance(middle) > probability { low = middle } else { high = middle }
    }
    return low
  }
}
