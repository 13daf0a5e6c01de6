package import QixWatermark

/// SipHash-2-4 (Aumasson and Bernstein, 2012): stands in for the product's keyed hash in tests and measurements.
package enum SipHash {
  /// Keyed hash of 8 bytes; the key's first 16 bytes count.
  package static func keyedHash(_ key: String) -> KeyedHash {
    KeyedHash { message in
      let value = digest(Array(key.utf8), message)
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  /// Book of a key: its sequences and words.
  package static func book(_ key: String) -> CodeBook {
    CodeBook(sequences: keyedHash(key), words: keyedHash(key))
  }

  package static func digest(_ key: [UInt8], _ message: [UInt8]) -> UInt64 {
    func word(_ bytes: [UInt8], _ at: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | (at + $1 < bytes.count ? UInt64(bytes[at + $1]) << (8 * UInt64($1)) : 0) }
    }
    let k0 = word(key, 0), k1 = word(key, 8)
    var v0 = k0 ^ 0x736f_6d65_7073_6575, v1 = k1 ^ 0x646f_7261_6e64_6f6d
    var v2 = k0 ^ 0x6c79_6765_6e65_7261, v3 = k1 ^ 0x7465_6462_7974_6573
    func rotated(_ x: UInt64, _ n: UInt64) -> UInt64 { x << n | x >> (64 - n) }
    func round() {
      v0 &+= v1; v1 = rotated(v1, 13); v1 ^= v0; v0 = rotated(v0, 32)
      v2 &+= v3; v3 = rotated(v3, 16); v3 ^= v2
      v0 &+= v3; v3 = rotated(v3, 21); v3 ^= v0
      v2 &+= v1; v1 = rotated(v1, 17); v1 ^= v2; v2 = rotated(v2, 32)
    }
    for at in stride(from: 0, to: message.count / 8 * 8, by: 8) {
      let m = word(message, at)
      v3 ^= m; round(); round(); v0 ^= m
    }
    let last = word(Array(message.suffix(message.count % 8)), 0) | UInt64(message.count & 0xff) << 56
    v3 ^= last; round(); round(); v0 ^= last
    v2 ^= 0xff
    round(); round(); round(); round()
    return v0 ^ v1 ^ v2 ^ v3
  }
}
