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

  static let columns = "batch, name, action, file, sha256, actor, begun_at, changed_at, state, lines, coins"

  init(_ row: Row) {
    number = row.integer(0)
    name = row.text(1)
    action = row.text(2)
    file = row.text(3)
    sha256 = row.text(4)
    actor = row.text(5)
    begun = row.time(6)
    changed = row.time(7)
    isWhole = row.integer(8) == 2
    lines = row.integer(9)
    coins = row.integer(10)
  }

  package static func find(_ name: String, in connection: Connection) throws -> BatchRecord? {
    try connection.first("SELECT \(columns) FROM qix_batches WHERE name = ?1", .text(name), read: Self.init)
  }

  /// - Throws: `BatchError.notFound`
  package static func require(_ name: String, in connection: Connection) throws -> BatchRecord {
    guard let found = try find(name, in: connection) else { throw BatchError.notFound(name) }
    return found
  }

  /// The newest first.
  package static func list(limit: Int64, in connection: Connection) throws -> [BatchRecord] {
    try connection.rows(
      "SELECT \(columns) FROM qix_batches ORDER BY batch DESC LIMIT ?1", .integer(limit), read: Self.init)
  }

  static func list(in connection: Connection) throws -> [BatchRecord] {
    try connection.rows("SELECT \(columns) FROM qix_batches ORDER BY batch DESC", read: Self.init)
  }

  /// The numbers of the transfers that its parts have posted, the newest part first.
  package func transfers(in connection: Connection) throws -> [ClosedRange<Int64>] {
    try connection.rows(
      "SELECT first, last FROM qix_batch_parts WHERE batch = ?1 AND last >= first ORDER BY part DESC", .integer(number)
    ) { $0.integer(0)...$0.integer(1) }
  }

  /// The first of its parts, which are numbered over all batches in the order of their commits; nil where it has none.
  func firstPart(in connection: Connection) throws -> Int64? { try part("min", in: connection) }

  /// The last of its parts; 0 where it has none.
  func lastPart(in connection: Connection) throws -> Int64 { try part("max", in: connection) ?? 0 }

  private func part(_ function: StaticString, in connection: Connection) throws -> Int64? {
    try connection.first("SELECT \(function)(part) FROM qix_batch_parts WHERE batch = ?1", .integer(number)) {
      $0.optionalInteger(0)
    } ?? nil
  }

  /// Returns the meanings of its lines without a key, in the order in which they were done.
  func meanings(in connection: Connection) throws -> [UInt64] { try numbers("meanings", in: connection) }

  /// Returns the meanings of its lines with keys of their own.
  func keyedMeanings(in connection: Connection) throws -> [UInt64] { try numbers("keyed", in: connection) }

  private func numbers(_ column: StaticString, in connection: Connection) throws -> [UInt64] {
    var meanings: [UInt64] = []
    let parts = try connection.statement("SELECT \(column) FROM qix_batch_parts WHERE batch = ?1 ORDER BY part")
    parts.bind(number, at: 1)
    try parts.forEach { row in
      let bytes = row.bytes(0)
      meanings.reserveCapacity(meanings.count + bytes.count / 8)
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        meanings.append(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      return true
    }
    return meanings
  }

  /// The newest part of all batches but one: it differs where another process has done lines since.
  static func newestPart(besides number: Int64, in connection: Connection) throws -> Int64 {
    try connection.first("SELECT max(part) FROM qix_batch_parts WHERE batch <> ?1", .integer(number)) {
      $0.optionalInteger(0)
    }?.flatMap { $0 } ?? 0
  }

  /// Returns the number of parts: more than were seen where another process is doing the same batch.
  static func parts(of number: Int64, in connection: Connection) throws -> Int64 {
    try connection.first("SELECT count(*) FROM qix_batch_parts WHERE batch = ?1", .integer(number)) { $0.integer(0) }
      ?? 0
  }
}
