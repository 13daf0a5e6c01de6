/// The statements that a connection has prepared, by their SQL.
///
/// No dictionary: its first use makes the runtime look for the type of its storage, a hundredth of a short command, and it
/// hashes all of the text, where the length and a few bytes of its end tell nearly all apart.
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
    var hash = UInt(bitPattern: sql.utf8.count)
    for byte in sql.utf8.suffix(16) { hash = hash &* 31 &+ UInt(byte) }
    for byte in sql.utf8.prefix(32) { hash = hash &* 31 &+ UInt(byte) }
    return Int(hash >> 3 & UInt(size - 1)) ^ Int(hash & 7)
  }
}
