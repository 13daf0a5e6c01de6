internal import Glibc
package import QixKernel
package import QixStorage

/// A file of many lines of which something was done, as it is remembered under its name.
package struct BatchRecord: Sendable {
  package let number: Int64
  package let name: String
  /// `coins.issue`
  package let action: String
  package let file: String
  /// The hash of the bytes read when its lines were last done.
  package let sha256: String
  package let actor: String
  package let begun: Timestamp
  package let changed: Timestamp
  /// Whether its file was read to the end.
  package let isWhole: Bool
  /// Lines that were done.
  package let lines: Int64
  package let coins: Int64
  /// Lines that could not be done when others were done last, or fewer where a later file has fewer.
  package let refused: Int64
  /// Whether who has begun it knows of others' batches; who does may go on with it as well.
  private let isShared: Bool

  static let columns =
    "batch, name, action, file, sha256, actor, begun_at, changed_at, state, lines, coins, is_shared, refused"

  init(_ row: Row) {
    number = row["batch"]
    name = row["name"]
    action = row["action"]
    file = row["file"]
    sha256 = row["sha256"]
    actor = row["actor"]
    begun = row["begun_at"]
    changed = row["changed_at"]
    isWhole = (row["state"] as Int64) == 2
    lines = row["lines"]
    coins = row["coins"]
    refused = row["refused"]
    isShared = (row["is_shared"] as Int64) == 1
  }

  /// Whether somebody may go on with it by its name. A program's own is that program's alone: taking it back takes what is
  /// in it.
  func isOpen(to actor: String, whoKnowsOthers: Bool) -> Bool {
    self.actor == actor || isShared && whoKnowsOthers
  }

  package static func find(_ name: String, in connection: Connection) throws -> BatchRecord? {
    try connection.fetchOne("SELECT \(sql: columns) FROM qix_batches WHERE name = \(name)", Self.init)
  }

  /// - Throws: `BatchError.notFound`
  package static func require(_ name: String, in connection: Connection) throws -> BatchRecord {
    guard let found = try find(name, in: connection) else { throw BatchError.notFound(name) }
    return found
  }

  /// The newest first.
  package static func list(limit: Int64, in connection: Connection) throws -> [BatchRecord] {
    try connection.fetchAll("SELECT \(sql: columns) FROM qix_batches ORDER BY batch DESC LIMIT \(limit)", Self.init)
  }

  static func list(in connection: Connection) throws -> [BatchRecord] {
    try connection.fetchAll("SELECT \(sql: columns) FROM qix_batches ORDER BY batch DESC", Self.init)
  }

  /// The numbers of the transfers that its parts have posted, the newest part first.
  package func transfers(in connection: Connection) throws -> [ClosedRange<Int64>] {
    try connection.fetchAll(
      "SELECT first, last FROM qix_batch_parts WHERE batch = \(number) AND last >= first ORDER BY part DESC"
    ) { ($0["first"] as Int64)...($0["last"] as Int64) }
  }

  /// Whether its last run did not do every line.
  package var isOpen: Bool { !isWhole || refused > 0 }

  /// Returns the meanings of its lines without a key, in the order in which they were done; of the newest parts alone
  /// where there are more than so many.
  func meanings(newest most: Int = .max, in connection: Connection) throws -> [UInt64] {
    try numbers("meanings", newest: most, in: connection)
  }

  /// Returns the meanings of its lines with keys of their own.
  func keyedMeanings(newest most: Int = .max, in connection: Connection) throws -> [UInt64] {
    try numbers("keyed", newest: most, in: connection)
  }

  /// Returns the places, among the meanings, of lines that an earlier run had refused, by their lines in its file.
  func mended(in connection: Connection) throws -> [Int: Int] {
    var (mended, place): ([Int: Int], Int) = ([:], 0)
    try connection.forEach(
      "SELECT length(meanings) / 8 AS count, refused FROM qix_batch_parts WHERE batch = \(number) ORDER BY part"
    ) { row in
      let bytes = row.bytes("refused")
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        let line = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        mended[Int(truncatingIfNeeded: line)] = place + offset / 8
      }
      place += Int(row["count"] as Int64)
    }
    return mended
  }

  private func numbers(_ column: String, newest most: Int, in connection: Connection) throws -> [UInt64] {
    var (count, oldest) = (0, Int64.max)
    let parts = try connection.fetchAll(
      "SELECT part, length(\(sql: column)) / 8 AS count FROM qix_batch_parts WHERE batch = \(number) ORDER BY part DESC"
    ) { (part: $0["part"] as Int64, count: $0["count"] as Int64) }
    for part in parts {
      guard count < most else { break }
      (count, oldest) = (count + Int(part.count), part.part)
    }
    guard count > 0 else { return [] }
    var meanings: [UInt64] = []
    // Once for all: to grow by each part copies what is there as often as there are parts.
    meanings.reserveCapacity(count)
    try connection.forEach(
      """
      SELECT \(sql: column) AS numbers FROM qix_batch_parts WHERE batch = \(number) AND part >= \(oldest) ORDER BY part
      """
    ) { row in
      let bytes = row.bytes("numbers")
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        meanings.append(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    return meanings
  }

  /// The newest part of all batches but one: it differs where another process has done lines since.
  static func newestPart(besides number: Int64, in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT max(part) FROM qix_batch_parts WHERE batch <> \(number)") ?? 0
  }

  /// Returns the number of parts: more than were seen where another process is doing the same batch.
  static func parts(of number: Int64, in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM qix_batch_parts WHERE batch = \(number)") ?? 0
  }
}
