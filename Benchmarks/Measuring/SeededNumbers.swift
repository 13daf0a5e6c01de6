internal import Glibc

/// Numbers that follow from a seed (SplitMix64, Steele et al. 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A seed from `QIX_SEED`, or a new one.
  package static func seed() -> UInt64 {
    getenv("QIX_SEED").flatMap { UInt64(String(cString: $0)) } ?? UInt64.random(in: 0...9_999_999_999)
  }
}
