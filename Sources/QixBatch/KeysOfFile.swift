internal import QixCrypto

/// Finds a key that a file uses twice for different things, before the first of them is done.
///
/// Only so many keys are remembered that a file of any length is checked in the same memory, some 25 MB; what comes
/// behind them is found when it is done, as everything was that another file had used.
package struct KeysOfFile {
  /// Half of 2²⁰: a table of 24 bytes for each place.
  static let most = 1 << 19

  /// A key by its hash, which is never 0, and a hash of what it stands for. Of that eight bytes are enough: what they fail
  /// to tell apart is found later.
  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var body: UInt64 = 0
  }

  private let hasher = SipHash()
  /// Open addressing from the place that the hash names on. The hash has a key of its own, so nobody can fill a
  /// neighbourhood, and a `Dictionary` would only hash it once more.
  private var entries = [Entry](repeating: Entry(), count: 1 << 10)
  private var count = 0

  package init() {}

  /// - Parameter body: all that the key stands for, or a digest of it.
  /// - Returns: whether the key is new, or stands for the same as before.
  package mutating func add(_ key: String, body: UnsafeRawBufferPointer) -> Bool {
    let hash = hasher.hash(key)
    let entry = Entry(low: hash.low, high: hash.high | 1, body: hasher.hash(body).low)
    let place = place(of: entry)
    guard entries[place].high == 0 else { return entries[place].body == entry.body }
    guard count < Self.most else { return true }
    entries[place] = entry
    count += 1
    if count == entries.count / 2 { grow() }
    return true
  }

  /// Where a key stands, or is to stand.
  private func place(of entry: Entry) -> Int {
    let mask = entries.count - 1
    var place = Int(truncatingIfNeeded: entry.low) & mask
    while entries[place].high != 0, entries[place].low != entry.low || entries[place].high != entry.high {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let former = entries
    entries = [Entry](repeating: Entry(), count: min(2 * former.count, 2 * Self.most))
    for entry in former where entry.high != 0 { entries[place(of: entry)] = entry }
  }
}
