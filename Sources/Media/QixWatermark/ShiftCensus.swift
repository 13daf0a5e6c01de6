/// How many shifts of the sequences a recording holds beside those of the word that was found.
///
/// Whoever has a recording of one slot has the sum of the event's six sequences, though not each by itself. Added up at
/// many of the 256 shifts it holds many bytes for each symbol, and with luck those of a word that counts now, at one of the
/// delays: with half of all shifts every third try did. But then a symbol's other shifts are as strong as the one that
/// was found, where music that carries one word has noise. So they are counted, in deviations of that noise.
struct ShiftCensus {
  /// Of the score of a symbol that was found: what is as strong is another one.
  private static let share = 0.8
  /// Arrivals at the same distance in most sequences, by which a loudspeaker or an echo is known.
  private static let mostEchoes = 4

  /// - Parameters:
  ///   - value: a sequence's sum along the path that was found, so many shifts behind the one of the word.
  ///   - parts: scores of the sequences there.
  ///   - spread: deviation of such a sum without a mark.
  /// - Returns: how many are too strong, and how many of them noise explains: its mean, four deviations, and six.
  static func others(
    parts: [Double], spread: Float, value: (_ sequence: Int, _ shifts: Int) -> Float
  ) -> (count: Int, most: Int) {
    let symbols = parts.dropFirst()
    guard !symbols.isEmpty else { return (0, .max) }
    let least = max(1, share * symbols.reduce(0, +) / Double(symbols.count))
    var strong = [Int](repeating: 0, count: MarkFormat.shifts)
    for shifts in 1..<MarkFormat.shifts {
      for sequence in parts.indices where Double(abs(value(sequence, shifts)) / spread) >= least {
        strong[shifts] += 1
      }
    }
    let echoes = strong.filter { $0 >= 4 }.sorted(by: >).prefix(mostEchoes).reduce(0, +)
    let mean = Double((MarkFormat.shifts - 1) * parts.count) * 2 * Threshold.chance(least)
    return (strong.reduce(0, +) - echoes, Int(mean + 4 * mean.squareRoot()) + 6)
  }
}
