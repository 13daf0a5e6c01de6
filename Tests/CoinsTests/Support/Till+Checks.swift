import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

extension Till {
  static let tables = ["accounts", "transfers", "entries", "lots", "draws", "holds", "details", "blocks", "merges"]

  /// Every row of the ledger as text, to see that nothing has changed.
  ///
  /// Which lots are in a wallet's list and which are in order is left out: looking for coins changes it, found or not.
  func snapshot() throws -> [String] {
    try database.read { connection in
      try Self.tables.flatMap { table in
        let columns = try connection.rows(
          "SELECT name FROM pragma_table_info('coins_\(table)') WHERE name NOT IN ('next', 'first_lot', 'listed')"
        ) { $0.text(0) }
        let cells = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
        return try connection.rows("SELECT \(cells) AS line FROM coins_\(table) ORDER BY line") {
          "\(table) \($0.text(0))"
        }
      }
    }
  }

  /// Checks every invariant and every seal, and that `qix coins verify` says the same.
  func verify() throws {
    let report = try Verification.run(database, random: home.random)
    #expect(report.isSound, "\(report.faults)")
    try database.read { connection in
      try Invariant.checkAll(in: connection)
      try PlainSeals(in: connection).run()
    }
  }

  /// The kinds of the transfers from one number on, in their order.
  func kinds(from first: Int64 = 1) throws -> [TransferKind] {
    try database.read { connection in
      try connection.rows("SELECT kind FROM coins_transfers WHERE transfer >= ?1 ORDER BY transfer", .integer(first)) {
        try Ledger.kind($0.integer(0))
      }
    }
  }

  @discardableResult
  func sweep(asOf time: Timestamp? = nil, limit: Int = 100) throws -> Ledger.Swept {
    try block { try $0.sweep(asOf: time ?? self.now, limit: limit) }
  }

  func days(_ count: Int64) -> Timestamp { now.advanced(byMicroseconds: count * Timestamp.day) }

  func advance(days: Int64) { home.clock.advance(byMicroseconds: days * Timestamp.day) }
}

/// Expects a refusal, and that nothing has moved for it: neither in a block that goes on, nor in a group.
func expectRefused(
  _ expected: CoinsError, _ operation: CoinsContract.Operation, at till: Till,
  location: SourceLocation = #_sourceLocation
) throws {
  let before = try till.snapshot()
  let alone = try till.refusal(of: operation)
  #expect(alone == expected, sourceLocation: location)
  #expect(throws: expected, sourceLocation: location) { try till.postLinked([operation]) }
  #expect(try till.snapshot() == before, "something has moved", sourceLocation: location)
}
