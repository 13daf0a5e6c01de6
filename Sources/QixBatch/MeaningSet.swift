/// The meanings of a file's lines, to find out which of them another batch has done, and which the file has twice.
///
/// Only so many are remembered that a file of any length is checked in the same memory, some 10 MB.
package struct MeaningSet {
  /// Lines; those behind are found neither here nor there.
  static let most = 1 << 20
  /// Bits that a first look asks; nearly all lines of other batches end there.
  private static let width = 24

  private var meanings: [UInt64] = []
  private var bits: [UInt64] = []
  /// Those that may be there twice.
  private var suspects: Set<UInt64> = []

  package init() {}

  package var isEmpty: Bool { meanings.isEmpty }

  package mutating func add(_ meaning: UInt64) {
    guard meanings.count < Self.most else { return }
    if bits.isEmpty { bits = [UInt64](repeating: 0, count: 1 << (Self.width - 6)) }
    meanings.append(meaning)
    let (word, bit) = Self.place(meaning)
    if bits[word] & bit != 0 { suspects.insert(meaning) }
    bits[word] |= bit
  }

  /// How many lines say what a line before them says.
  package var repeated: Int {
    guard !suspects.isEmpty else { return 0 }
    var seen: Set<UInt64> = []
    return meanings.count { suspects.contains($0) && !seen.insert($0).inserted }
  }

  /// How many of the lines are among others.
  package func count(among others: [UInt64]) -> Int {
    if isEmpty { return 0 }
    let maybe = others.filter { meaning in
      let (word, bit) = Self.place(meaning)
      return bits[word] & bit != 0
    }
    guard !maybe.isEmpty else { return 0 }
    let found = Set(maybe)
    return meanings.count { found.contains($0) }
  }

  private static func place(_ meaning: UInt64) -> (word: Int, bit: UInt64) {
    let place = meaning & (1 << UInt64(width) - 1)
    return (Int(place >> 6), 1 << (place & 63))
  }
}
