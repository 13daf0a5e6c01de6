internal import Glibc
internal import QixKernel
internal import Synchronization

/// The seed of a randomised test: printed by each, and taken back from `QIX_SEED`.
package struct Seed: Sendable, CustomStringConvertible {
  package let value: UInt64

  /// - Parameter test: what to call it in the line that is printed.
  package init(for test: String) {
    value = getenv("QIX_SEED").flatMap { UInt64(String(cString: $0)) } ?? UInt64.random(in: 0...9_999_999_999)
    print("\(test): QIX_SEED=\(value)")
  }

  package var description: String { "QIX_SEED=\(value)" }
}

/// A small generator whose numbers follow from its seed (SplitMix64, Steele et al. 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: Seed) { state = seed.value }
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A random source whose bytes follow from its seed.
package final class SeededRandomSource: RandomSource {
  private let generator: Mutex<SeededGenerator>

  package init(seed: UInt64 = 1) { generator = Mutex(SeededGenerator(seed: seed)) }

  package func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    generator.withLock { generator in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
    }
  }
}
