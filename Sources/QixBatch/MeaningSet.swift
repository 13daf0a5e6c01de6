/// The meanings of a file's lines, to find out which of them another batch has done, and which the file has twice.
///
/// Only so many are remembered that a file of any length is checked in the same memory, some 10 MB.
package struct MeaningSet {
  /// Lines; those behind are found neither here nor there.
  static let most = 1 << 20

  private var meanings: [UInt64] = []
  /// A first look asks these; nearly all lines of other batches end there.
  private var bits = MeaningBits(width: 24)
  /// The meanings that may be there twice.
  private var suspects: Set<UInt64> = []

  package init() {}

  package var isEmpty: Bool { meanings.isEmpty }

  package mutating func add(_ meaning: UInt64) {
    guard meanings.count < Self.most else { return }
    meanings.append(meaning)
    if !bits.insert(meaning) { suspects.insert(meaning) }
  }

  /// The number of lines that repeat an earlier one.
  package var repeated: Int {
    guard !suspects.isEmpty else { return 0 }
    var seen: Set<UInt64> = []
    return meanings.count { suspects.contains($0) && !seen.insert($0).inserted }
  }

  /// Returns the number of lines that are among others, each of which one line can be.
  package func count(among others: [UInt64]) -> Int {
    if isEmpty { return 0 }
    let maybe = others.filter(bits.mayContain)
    guard !maybe.isEmpty else { return 0 }
    var left: [UInt64: Int] = [:]
    for meaning in maybe { left[meaning, default: 0] += 1 }
    return meanings.count { meaning in
      guard let count = left[meaning], count > 0 else { return false }
      left[meaning] = count - 1
      return true
    }
  }
}

/// A bit for each meaning, by its last bits: what isn't found there was never added, whatever is may have been.
struct MeaningBits {
  private let mask: UInt64
  private var words: [UInt64] = []

  /// - Parameter width: 6 to 32; the memory is 2 to the power of it in bits, once something is added.
  init(width: Int) { mask = 1 << UInt64(width) - 1 }

  /// - Returns: whether nothing with these bits was there before.
  mutating func insert(_ meaning: UInt64) -> Bool {
    if words.isEmpty { words = [UInt64](repeating: 0, count: Int((mask >> 6) + 1)) }
    let (word, bit) = place(meaning)
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }

  func mayContain(_ meaning: UInt64) -> Bool {
    if words.isEmpty { return false }
    let (word, bit) = place(meaning)
    return words[word] & bit != 0
  }

  private func place(_ meaning: UInt64) -> (word: Int, bit: UInt64) {
    (Int((meaning & mask) >> 6), 1 << (meaning & 63))
  }
}
