internal import Glibc

/// How well the music arrives, for those who place loudspeakers.
package struct Analysis: Sendable {
  /// Signal to noise for each second, dB: with the original known, what of the recording the music and its first 0.6 s
  /// of reverberation explain over the rest; else the level over the quietest twentieth's.
  package let signalToNoise: [Double]
  /// Seconds in which reverberation falls by 60 dB; nil where nothing decays.
  package let reverberation: Double?
  /// Clock difference, parts in a million; nil where no mark was found.
  package let partsPerMillion: Double?
  /// Whether signal to noise and reverberation rest on the original.
  package let isInformed: Bool
  /// Probability that a recording without a mark had as high a score, at most 1.
  package let falseAccept: Double
  package let finding: Finding?

  /// - Parameters:
  ///   - samples: mono, at `MarkFormat.rate`.
  ///   - finding: of the blind listener.
  ///   - informed: of the informed listener.
  package init(_ samples: [Float], finding: Finding?, informed: InformedFinding? = nil) {
    let best = [informed?.finding, finding].compactMap { $0 }.first { $0.isSure }
    self.finding = best
    partsPerMillion = best?.partsPerMillion
    isInformed = informed != nil
    falseAccept = best.map { min(1, 1e-5 * Threshold.chance($0.score) / Threshold.chance($0.threshold)) } ?? 1
    if let informed {
      let known = informed.ratio.filter { $0 > -200 }
      signalToNoise = Self.perSecond(known.map { pow(10, $0 / 10) }).map { 10 * log10($0) }
      reverberation = Self.decayOverFloor(Array(informed.taps.dropFirst(2)), seconds: 0.032)
    } else {
      let levels = Self.levels(samples)
      signalToNoise = Self.blindRatio(levels)
      reverberation = Self.blindReverberation(levels)
    }
  }

  /// Means of values 32 ms apart, for each second.
  private static func perSecond(_ values: [Double]) -> [Double] {
    let count = Double(values.count) * 0.032
    return (0..<Int(count)).map { second in
      let range = Int(Double(second) / 0.032)..<min(values.count, Int(Double(second + 1) / 0.032))
      return max(1e-9, values[range].reduce(0, +) / Double(max(1, range.count)))
    }
  }

  /// Seconds for 60 dB of a decay in dB, by least squares; nil where it doesn't fall.
  private static func decay(_ decibels: [Double], seconds: Double) -> Double? {
    guard decibels.count >= 4 else { return nil }
    let middle = Double(decibels.count - 1) / 2
    var above = 0.0, below = 0.0
    for (index, value) in decibels.enumerated() {
      above += (Double(index) - middle) * value
      below += (Double(index) - middle) * (Double(index) - middle)
    }
    let slope = above / below / seconds
    return slope < -3 ? -60 / slope : nil
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

  /// Power in eight bands of half an octave from 400 Hz to 6.4 kHz, frames of 64 ms, 32 ms apart.
  private static func levels(_ samples: [Float]) -> [[Double]] {
    let transform = ShortTimeTransform(size: 1_024, hop: 512)
    let edges = (0...8).map { 400 * pow(2, Double($0) / 2) }
    let x = transform.analyse(samples, bins: transform.bins(edges[0]..<edges[8], rate: MarkFormat.rate))
    let power = x.power
    return (0..<8).map { band in
      let bins = transform.bins(edges[band]..<edges[band + 1], rate: MarkFormat.rate)
      return (2..<max(2, x.frames - 4)).map { t in
        bins.reduce(1e-12) { $0 + Double(power[($1 - x.bins.lowerBound) * x.frames + t]) }
      }
    }
  }

  private static func blindRatio(_ levels: [[Double]]) -> [Double] {
    guard let count = levels.first?.count, count > 0 else { return [] }
    let whole = (0..<count).map { t in levels.reduce(0) { $0 + $1[t] } }
    let noise = whole.sorted()[count / 20]
    return perSecond(whole).map { 10 * log10(max($0 - noise, 1e-3 * noise) / noise) }
  }

  /// Median of the decays that last a quarter of a second and fall by 5 dB: a rough value, as music decays by itself.
  private static func blindReverberation(_ levels: [[Double]]) -> Double? {
    let length = 8
    var found: [Double] = []
    for band in levels where band.count > length {
      let decibels = band.map { 10 * log10($0) }
      for start in 0..<decibels.count - length {
        let part = Array(decibels[start..<start + length])
        let falls = zip(part, part.dropFirst()).count { $0 > $1 - 0.5 }
        guard falls == length - 1, part[0] - part[length - 1] > 5 else { continue }
        if let time = decay(part, seconds: 0.032) { found.append(time) }
      }
    }
    return found.count < 5 ? nil : found.sorted()[found.count / 2]
  }
}
