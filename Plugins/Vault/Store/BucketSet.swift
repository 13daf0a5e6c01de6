/// Some of the 256 buckets that the vault's items are divided in by the first byte of their hashed names.
///
/// Bits rather than a `Set`, whose first use would cost more than opening the vault (decision 0020).
struct BucketSet {
  private var words: SIMD4<UInt64> = .zero

  static let all = BucketSet(words: SIMD4(repeating: .max))

  init() {}
  private init(words: SIMD4<UInt64>) { self.words = words }

  func contains(_ bucket: UInt8) -> Bool { words[Int(bucket >> 6)] >> UInt64(bucket & 63) & 1 == 1 }

  mutating func insert(_ bucket: UInt8) { words[Int(bucket >> 6)] |= 1 << UInt64(bucket & 63) }

  mutating func formUnion(_ other: BucketSet) { words |= other.words }

  /// In ascending order.
  func forEach(_ body: (UInt8) throws -> Void) rethrows {
    for bucket in UInt8.min...UInt8.max where contains(bucket) { try body(bucket) }
  }
}
