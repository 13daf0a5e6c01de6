internal import Glibc

/// The quality of the music at a place, for those who place loudspeakers.
package struct Analysis: Sendable {
  /// Signal to noise for each second, dB: what of the recording the music and its first 0.6 s of reverberation explain,
  /// over the rest, which the mark is part of. Empty where the music isn't known: from a recording alone quiet music
  /// can't be told from noise.
  package let signalToNoise: [Double]
  /// Seconds in which reverberation falls by 60 dB; nil where it can't be told from frames'
  /// overlap, below 0.4 s, and where the music isn't known.
  package let reverberation: Double?
  /// Clock difference, parts in a million; nil where no mark was found.
  package let partsPerMillion: Double?
  /// Whether the original was there to measure signal to noise and reverberation against.
  package let isInformed: Bool
  /// Probability that a recording without a mark had as high a score, at most 1.
  package let falseAccept: Double
  package let finding: Finding?

  /// - Parameters:
  ///   - finding: of the blind listener.
  ///   - informed: of the informed listener, which needs no sure mark but the music's place.
  package init(finding: Finding?, informed: InformedFinding? = nil) {
    let best = [informed?.finding, finding].compactMap { $0 }.first { $0.isSure }
    self.finding = best
    partsPerMillion = best?.partsPerMillion
    falseAccept = best.map { min(1, 1e-5 * Threshold.chance($0.score) / Threshold.chance($0.threshold)) } ?? 1
    let placed = informed.flatMap { $0.isPlaced ? $0 : nil }
    isInformed = placed != nil
    let known = placed?.ratio.filter { $0 > -200 } ?? []
    signalToNoise = Self.perSecond(known.map { pow(10, $0 / 10) }).map { 10 * log10($0) }
    let decay = placed.flatMap { Self.decayOverFloor(Array($0.taps.dropFirst(2)), seconds: 0.032) }
    reverberation = decay.flatMap { $0 < 0.4 ? nil : $0 }
  }

  /// Means of values 32 ms apart, for each second.
  private static func perSecond(_ values: [Double]) -> [Double] {
    let count = Double(values.count) * 0.032
    return (0..<Int(count)).map { second in
      let range = Int(Double(second) / 0.032)..<min(values.count, Int(Double(second + 1) / 0.032))
      return max(1e-9, values[range].reduce(0, +) / Double(max(1, range.count)))
    }
  }

  /// Seconds for 60 dB of a decay that ends in a floor: those whose a · e^−kt + c misses the powers least, relative to
  /// them.
  private static func decayOverFloor(_ powers: [Double], seconds: Double) -> Double? {
    guard powers.count >= 6, powers.allSatisfy({ $0 > 0 }) else { return nil }
    var best = (error: Double.infinity, time: 0.0, share: 0.0)
    var time = 0.1
    while time < 10 {
      let shape = powers.indices.map { pow(10, -6 * Double($0) * seconds / time) }
      // Two unknowns, weights 1 / power².
      var (aa, ac, cc, ap, cp) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for (model, power) in zip(shape, powers) {
        let weight = 1 / (power * power)
        aa += weight * model * model
        ac += weight * model
        cc += weight
        ap += weight * model * power
        cp += weight * power
      }
      let determinant = aa * cc - ac * ac
      var a = (ap * cc - cp * ac) / determinant, c = (cp * aa - ap * ac) / determinant
      if c < 0 || !(determinant > 1e-9 * aa * cc) { (a, c) = (ap / aa, 0) }
      let error = zip(shape, powers).reduce(0) { sum, pair in
        let miss = (a * pair.0 + c - pair.1) / pair.1
        return sum + miss * miss
      }
      if a > 0, error < best.error { best = (error, time, a / (a + c)) }
      time *= 1.05
    }
    return best.share > 0.3 ? best.time : nil
  }
}
