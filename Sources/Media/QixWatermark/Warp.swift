internal import Glibc

/// Samples at places between samples, by a windowed sinc of 16 taps.
enum Warp {
  private static let taps = 16
  private static let phases = 128
  private static let table: [Float] = (0...phases).flatMap { phase in
    (0..<taps).map { tap in
      let distance = Double(tap - taps / 2 + 1) - Double(phase) / Double(phases)
      let sinc = abs(distance) < 1e-9 ? 1 : sin(.pi * distance) / (.pi * distance)
      return Float(sinc * (0.5 + 0.5 * cos(.pi * distance / Double(taps / 2 + 1))))
    }
  }

  /// - Parameters:
  ///   - count: samples that come out.
  ///   - place: where each lies in what came in.
  static func apply(_ samples: [Float], count: Int, place: (Int) -> Double) -> [Float] {
    (0..<count).map { value(samples, at: place($0)) }
  }

  /// Value at a place; 0 near and beyond the ends.
  static func value(_ samples: [Float], at position: Double) -> Float {
    let whole = Int(position.rounded(.down))
    let start = whole - taps / 2 + 1
    guard start >= 0, start + taps <= samples.count else { return 0 }
    let row = Int(((position - Double(whole)) * Double(phases)).rounded()) * taps
    var sum: Float = 0
    for tap in 0..<taps { sum += samples[start + tap] * table[row + tap] }
    return sum
  }
}
