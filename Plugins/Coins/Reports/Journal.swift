internal import CoinsContract
internal import QixCalendar
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
    try connection.fetchOne(
      """
      SELECT min(t.at) AS first, max(t.at) AS last FROM coins_transfers AS t
      JOIN coins_accounts AS d ON d.account = t.debit
      WHERE d.asset = \(Asset.coins.number) AND t.at >= \(first) AND t.at < \(end)
      """
    ) { row in (row["first"] as Timestamp?).map { $0...row["last"] } } ?? nil
  }

  /// The first and the last day of the journal.
  /// - Parameter now: the day of one in which nothing happened.
  func days(_ zone: TimeZone, at now: Timestamp, in connection: Connection) throws -> ClosedRange<CalendarDate> {
    let moments = try moments(in: connection)
    let first = zone.date(at: since ?? moments?.lowerBound ?? now)
    return first...max(first, zone.date(at: moments?.upperBound ?? since ?? now))
  }

  func forEach(in connection: Connection, _ body: (Step) throws -> Void) throws {
    try connection.forEach(
      """
      SELECT \(sql: Records.columns), EXISTS (SELECT 1 FROM coins_entries AS e WHERE e.entry = 2 * t.transfer) AS moves
      FROM coins_transfers AS t \(sql: Records.joins)
      WHERE d.asset = \(Asset.coins.number) AND t.at >= \(first) AND t.at < \(end) ORDER BY t.transfer
      """
    ) { try body(Step(record: try Records.read($0), moves: $0["moves"])) }
  }

  /// What accounts held when the span began, of those that held anything.
  func opening(in connection: Connection) throws -> [Balance] {
    since == nil ? [] : try balances(before: first, in: connection).filter { $0.coins != 0 }
  }

  /// What accounts held when the span ended; with no end, what the accounts themselves say of it.
  func closing(in connection: Connection) throws -> [Balance] {
    guard until == nil else { return try balances(before: end, in: connection) }
    return try connection.fetchAll(
      """
      SELECT kind, owner, name, posted FROM coins_accounts
      WHERE asset = \(Asset.coins.number) AND last_entry IS NOT NULL ORDER BY account
      """, Self.balance)
  }

  private func balances(before moment: Timestamp, in connection: Connection) throws -> [Balance] {
    try connection.fetchAll(
      """
      SELECT a.kind, a.owner, a.name, sum(e.amount) AS posted FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2 JOIN coins_accounts AS a ON a.account = e.account
      WHERE a.asset = \(Asset.coins.number) AND t.at < \(moment) GROUP BY e.account ORDER BY e.account
      """, Self.balance)
  }

  private static func balance(_ row: Row) throws -> Balance {
    Balance(account: try Records.account(row), coins: row["posted"])
  }

  private var first: Timestamp { since ?? Timestamp(microseconds: .min) }
  private var end: Timestamp { until ?? Timestamp(microseconds: .max) }
}
