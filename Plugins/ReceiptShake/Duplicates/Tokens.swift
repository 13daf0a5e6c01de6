/// The numbers of a receipt, as hashes: sorted, each once.
struct Tokens: Sendable, Equatable {
  /// The most tokens that are kept: a paper with more isn't a till receipt; the least hashes are kept, which is a fair
  /// sample of all.
  static let most = 256

  let hashes: [UInt64]

  init(_ hashes: some Sequence<UInt64>) { self.hashes = Array(Set(hashes).sorted().prefix(Self.most)) }

  /// As they lie in a row: eight bytes each, most significant first.
  var bytes: [UInt8] { hashes.flatMap { hash in withUnsafeBytes(of: hash.bigEndian) { Array($0) } } }

  /// - Parameter bytes: as `bytes` writes them.
  init(bytes: [UInt8]) {
    hashes = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }

  /// Those that the other doesn't have.
  func without(_ other: Set<UInt64>) -> Tokens { other.isEmpty ? self : Tokens(hashes.filter { !other.contains($0) }) }

  /// Jaccard's index: how many they share of all that either has, 0…1; 0 where neither has any.
  func likeness(to other: Tokens) -> Double {
    var (left, right, shared) = (0, 0, 0)
    while left < hashes.count, right < other.hashes.count {
      if hashes[left] == other.hashes[right] {
        (left, right, shared) = (left + 1, right + 1, shared + 1)
      } else if hashes[left] < other.hashes[right] {
        left += 1
      } else {
        right += 1
      }
    }
    let all = hashes.count + other.hashes.count - shared
    return all == 0 ? 0 : Double(shared) / Double(all)
  }
}

/// Features that receipts which resemble each other probably share (MinHash, Broder 1997): forty bands, each of the
/// least hash in three orders. Two receipts whose numbers have Jaccard's index j share a band with the probability j³,
/// and none of forty with (1 - j³)⁴⁰: 2 % at 0.45, 0.5 % at 0.5, 1 in 17,000 at 0.6 (docs/decisions/0059).
enum MinHash {
  static let bands = 40
  static let rows = 3

  /// Features, each once. Empty where there are no tokens.
  static func features(of tokens: Tokens) -> [Int64] {
    guard !tokens.hashes.isEmpty else { return [] }
    var features: Set<Int64> = []
    for band in 0..<UInt64(bands) {
      var feature = mixed(band &+ 0x9E37_79B9_7F4A_7C15)
      for row in 0..<UInt64(rows) {
        let seed = mixed(band &* UInt64(rows) &+ row &+ 1)
        var least = UInt64.max
        for hash in tokens.hashes { least = min(least, mixed(hash ^ seed)) }
        feature = mixed(feature ^ least)
      }
      features.insert(Int64(bitPattern: feature))
    }
    return features.sorted()
  }

  /// SplitMix64's finisher: each bit of the result depends on each of the number.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
