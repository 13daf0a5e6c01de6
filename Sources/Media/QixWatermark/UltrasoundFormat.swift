internal import Glibc

/// Second layer of the mark: chirps between 18 and 20 kHz, for phones within some ten metres. Air takes 0.4 to 0.5 dB a
/// metre there, so that nothing farther away hears them.
///
/// A period of 2 s has a falling chirp for synchronisation and five rising ones, each late by the word's byte. Chirps
/// and not keyed noise: at 18 kHz a hand that moves turns the phase by a whole circle in 20 ms, and a chirp's envelope
/// doesn't mind.
package enum UltrasoundFormat {
  /// Least samples a second that hold it.
  package static let leastRate = 44_100
  static let sweep = 18_200.0...19_800.0
  /// Seconds of a chirp.
  static let chirp = 0.096
  /// Seconds between the beginnings of a period's places, of which there are six.
  static let spacing = 2.0 / 6
  /// Seconds by which the greatest byte makes a chirp late.
  static let reach = 0.2
  /// Amplitude, full scale being 1: −34 dB.
  static let amplitude: Float = 0.02

  /// Seconds from the period's start to each chirp: the falling one and the five of a word.
  static func places(word: [UInt8]) -> [Double] {
    [0] + word.enumerated().map { place($0 + 1, late: Int($1)) }
  }

  /// - Parameter part: 0 for the falling chirp.
  static func place(_ part: Int, late byte: Int) -> Double {
    Double(part) * spacing + Double(byte) / Double(MarkFormat.shifts) * reach
  }

  /// One chirp with soft ends, of amplitude 1.
  /// - Parameter phase: turns, at its beginning.
  static func samples(rising: Bool, rate: Int, phase: Double) -> [Float] {
    let count = Int(chirp * Double(rate)), width = sweep.upperBound - sweep.lowerBound
    return (0..<count).map { index in
      let time = Double(index) / Double(rate), share = Double(index) / Double(count)
      let start = rising ? sweep.lowerBound : sweep.upperBound
      let turns = start * time + (rising ? 0.5 : -0.5) * width * time * time / chirp + phase
      // A quarter at each end rises and falls, so that no click is heard.
      let edge = min(1, 4 * min(share, 1 - share))
      return Float(cos(2 * .pi * turns) * 0.5 * (1 - cos(.pi * edge)))
    }
  }

  /// One period of a word.
  static func period(word: [UInt8], rate: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: MarkFormat.periodSeconds * rate)
    for (number, place) in places(word: word).enumerated() {
      let start = Int((place * Double(rate)).rounded())
      for (index, value) in self.samples(rising: number > 0, rate: rate, phase: 0).enumerated() {
        samples[start + index] += amplitude * value
      }
    }
    return samples
  }
}
