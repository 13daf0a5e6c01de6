internal import Glibc

/// Numbers that look random and are the same for the same seed (SplitMix64, Steele, Lea and Flood, 2014).
package struct RandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 up to 1.
  package mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Values of mean 0 and deviation 1 (Box and Muller).
  package mutating func normal(_ count: Int) -> [Float] {
    (0..<count).map { _ in
      Float((-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform()))
    }
  }
}
