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

/// Why a batch is not done, or not found.
package enum BatchError: Diagnosable, Equatable {
  case notFound(String)
  case malformedName
  case exists(String, action: String)
  /// Its operations can't be taken back by the file.
  case notReversible(String, action: String)
  /// Lines of the file stand in another batch.
  /// - Parameters:
  ///   - batch: nil where its name may not be told.
  ///   - isOther: whether the file is known to be another batch than the one that they stand in.
  case repeats(file: String, batch: String?, lines: Int, of: Int, isOther: Bool)
  /// The lines of a batch come once more, with keys.
  /// - Parameter batch: nil where its name may not be told.
  case keyed(file: String, batch: String?, lines: Int)
  /// Lines that a batch has done under keys of their own come once more, without.
  /// - Parameter batch: nil where its name may not be told.
  case unkeyed(file: String, batch: String?, lines: Int)
  /// The file has lines that its batch hasn't, and the batch some that the file hasn't: one may be the other, changed.
  /// - Parameter batch: nil where its name may not be told.
  case changed(batch: String?, new: Int, repeated: Int, gone: Int)

  package var category: ErrorCategory {
    switch self {
    case .notFound: .notFound
    case .malformedName: .usage
    case .exists, .repeats, .keyed, .unkeyed, .changed: .conflict
    case .notReversible: .refused
    }
  }

  package var code: String {
    switch self {
    case .notFound: "batch.not-found"
    case .malformedName: "batch.name-malformed"
    case .exists: "batch.exists"
    case .notReversible: "batch.not-reversible"
    case .repeats: "batch.repeats"
    case .keyed: "batch.keyed"
    case .unkeyed: "batch.unkeyed"
    case .changed: "batch.changed"
    }
  }

  package var description: String {
    switch self {
    case .notFound(let name): "there is no batch '\(name)'"
    case .malformedName: "a batch's name has 1 to 200 characters, none of them a control character"
    case .exists(let name, let action): "the batch '\(name)' is one of \(action)"
    case .notReversible(let name, let action):
      "the batch '\(name)' is one of \(action), and what that has done is not taken back by the file"
    case .repeats(let file, let batch, let lines, let all, _):
      (lines == all ? "every line" : "\(lines) of the \(all.counted("line"))")
        + " of \(file) \(lines == 1 || lines == all ? "was" : "were") done before, by \(Self.named(batch)), so nothing was done"
    case .keyed(let file, let batch, let lines):
      "\(lines.counted("line")) of \(file) \(lines == 1 ? "has" : "have") a new key and \(lines == 1 ? "says" : "say") "
        + "what \(Self.named(batch)) has done without keys, so nothing was done"
    case .unkeyed(let file, let batch, let lines):
      "\(lines.counted("line")) of \(file) \(lines == 1 ? "has" : "have") no key and \(lines == 1 ? "says" : "say") what "
        + "\(Self.named(batch)) has done under keys, so nothing was done"
    case .changed(let batch, let new, 0, let gone):
      "the file has nothing of what \(Self.named(batch)) has done (\(gone.counted("line"))), but "
        + "\(new.counted("new line")) for the same users; a line that was changed after it was done would be done again, so nothing was"
    case .changed(let batch, let new, let repeated, let gone):
      "of \(Self.named(batch)) \(repeated.counted("line repeats", "lines repeat")), \(new.counted("is", "are")) new, "
        + "and \(gone.counted("line that was", "lines that were")) done \(gone == 1 ? "is" : "are") no longer in the "
        + "file; a line that was changed after it was done would be done again, so nothing was"
    }
  }

  private static func named(_ batch: String?) -> String {
    batch.map { "the batch '\($0)'" } ?? "another caller's batch"
  }

  package var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix coins batch list`."
    case .malformedName: "Name it as you would a file: --batch july-2027."
    case .exists: "Name another one with --batch."
    case .notReversible: "Single transfers are taken back with `qix coins reverse`."
    case .repeats(_, _, _, _, isOther: true):
      "Take those lines out of the file; or name another batch with --batch NAME, which does all of the file."
    case .keyed:
      "Take the keys out of the file to go on with that batch. If they are other lines, name a batch with --batch NAME."
    case .unkeyed:
      "Give the lines the keys that they had. If they are other lines, name a batch with --batch NAME; --again does all "
        + "of the file once more."
    case .repeats(_, nil, _, _, _):
      "If it is another batch, name it with --batch NAME; --again does all of it once more."
    case .repeats(_, let batch?, _, _, _):
      "If it is the same batch, say --batch '\(batch)'; if it is another one, name it with --batch NAME; "
        + "--again does all of it once more."
    case .changed(nil, _, _, _):
      "Put back what was changed, or put new lines into a file of their own. If it is another batch, name it with "
        + "--batch NAME; --again does all of the file once more."
    case .changed(let batch?, _, _, _):
      "Put back what was changed, or put new lines into a file of their own; what is wrong is taken back with "
        + "`qix coins batch reverse '\(batch)'` or `qix coins reverse`. If it is another batch, name it with --batch NAME; "
        + "--again does all of the file once more."
    }
  }
}
