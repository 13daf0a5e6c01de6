internal import CoinsContract
internal import QixModule

/// All transfers of coins within a span, in the order in which they were booked, and what accounts held before it and
/// after it.
struct Journal {
  let since: Timestamp?
  let until: Timestamp?

  /// A transfer, and whether it has moved coins: a hold, a void and a time-out only say who may move them.
  struct Step {
    let record: Record
    let moves: Bool
  }

  /// An account and what it held at one end of the span; of the issuer, what it has issued, below zero.
  struct Balance {
    let account: AccountReference
    let coins: Int64
  }

  /// The first and the last moment at which something happened; nil where nothing did.
  func moments(in connection: Connection) throws -> ClosedRange<Timestamp>? {
    try connection.first(
      """
      SELECT min(t.at), max(t.at) FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
      WHERE d.asset = ?1 AND t.at >= ?2 AND t.at < ?3
      """, .integer(Asset.coins.number), .time(first), .time(end)
    ) { row in row.optionalTime(0).map { $0...row.time(1) } } ?? nil
  }

  func forEach(in connection: Connection, _ body: (Step) throws -> Void) throws {
    let select = try connection.statement(
      """
      SELECT \(Records.columns), EXISTS (SELECT 1 FROM coins_entries AS e WHERE e.entry = 2 * t.transfer)
      FROM coins_transfers AS t \(Records.joins)
      WHERE d.asset = ?1 AND t.at >= ?2 AND t.at < ?3 ORDER BY t.transfer
      """)
    select.bind(Asset.coins.number, at: 1)
    select.bind(first, at: 2)
    select.bind(end, at: 3)
    try select.forEach { row in
      try body(Step(record: try Records.read(row), moves: row.integer(Records.columnCount) != 0))
      return true
    }
  }

  /// What accounts held when the span began, of those that held anything.
  func opening(in connection: Connection) throws -> [Balance] {
    since == nil ? [] : try balances(before: first, in: connection).filter { $0.coins != 0 }
  }

  /// What accounts held when the span ended; with no end, what the accounts themselves say of it.
  func closing(in connection: Connection) throws -> [Balance] {
    guard until == nil else { return try balances(before: end, in: connection) }
    return try connection.rows(
      """
      SELECT kind, owner, name, posted FROM coins_accounts WHERE asset = ?1 AND last_entry IS NOT NULL ORDER BY account
      """, .integer(Asset.coins.number), read: Self.balance)
  }

  private func balances(before moment: Timestamp, in connection: Connection) throws -> [Balance] {
    try connection.rows(
      """
      SELECT a.kind, a.owner, a.name, sum(e.amount) FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2 JOIN coins_accounts AS a ON a.account = e.account
      WHERE a.asset = ?1 AND t.at < ?2 GROUP BY e.account ORDER BY e.account
      """, .integer(Asset.coins.number), .time(moment), read: Self.balance)
  }

  private static func balance(_ row: Row) throws -> Balance {
    Balance(account: try Records.account(row, 0), coins: row.integer(3))
  }

  private var first: Timestamp { since ?? Timestamp(microseconds: .min) }
  private var end: Timestamp { until ?? Timestamp(microseconds: .max) }
}
