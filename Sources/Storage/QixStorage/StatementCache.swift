/// The statements that a connection has prepared, by their SQL.
///
/// No dictionary: its first use makes the runtime look for the type of its storage, a hundredth of a short command, and it
/// hashes all of the text, where its length and a few bytes tell nearly all apart.
struct StatementCache {
  private struct Entry {
    let sql: String
    let statement: Statement
  }

  private static let size = 512
  private var buckets = [[Entry]](repeating: [], count: Self.size)

  subscript(sql: String) -> Statement? {
    for entry in buckets[Self.bucket(of: sql)] where entry.sql == sql { return entry.statement }
    return nil
  }

  mutating func keep(_ statement: Statement, for sql: String) {
    buckets[Self.bucket(of: sql)].append(Entry(sql: sql, statement: statement))
  }

  private static func bucket(of sql: String) -> Int {
    let hash = sql.utf8.withContiguousStorageIfAvailable { text -> UInt64 in
      let bytes = UnsafeRawBufferPointer(text)
      guard bytes.count >= 16 else { return UInt64(bytes.count) }
      func word(_ place: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
      let ends = word(bytes.count / 2 - 8) &* 3 &+ word(bytes.count - 8) &* 5 &+ word(bytes.count - 16) &* 7
      // The golden ratio's bits (Knuth, volume 3, 6.4) bring what differs into the upper ones.
      return (ends &+ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15
    }
    return Int((hash ?? 0) >> 55)
  }
}
