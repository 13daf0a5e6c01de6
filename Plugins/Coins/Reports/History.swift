internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// The movements of an account, newest first.
enum History {
  /// One movement, seen from the account whose history it is.
  struct Movement: Sendable {
    /// The number of the account's entry, 0 for a hold, void or time-out, which post nothing.
    let entry: Int64
    let record: Record
    /// Negative when coins went out.
    let amount: Int64
    let balance: Int64
    let other: AccountReference

    var cells: [Cell] {
      [
        .identifier("\(record.id)"), .timestamp(record.at), .text(record.kind.name), .coins(amount), .coins(balance),
        .text("\(other)"), record.expires.map(Cell.timestamp) ?? .missing, record.reason.map(Cell.text) ?? .missing,
        record.key.map(Cell.text) ?? .missing,
      ]
    }
  }

  static let columns = [
    Column("transfer", "TRANSFER"), Column("at", "AT"), Column("kind", "KIND"),
    Column("amount", "AMOUNT", alignment: .trailing), Column("balance", "BALANCE", alignment: .trailing),
    Column("other", "FROM/TO"), Column("expires", "EXPIRES"), Column("reason", "REASON"), Column("key", "KEY"),
  ]

  /// What a history is narrowed to. Times are those at which things happened.
  struct Filter: Sendable {
    var kinds: Set<TransferKind> = []
    var since: Timestamp?
    var until: Timestamp?

    func accepts(_ record: Record) -> Bool {
      (kinds.isEmpty || kinds.contains(record.kind)) && (since.map { record.at >= $0 } ?? true)
        && (until.map { record.at < $0 } ?? true)
    }
  }

  /// So many of the newest movements, and the cursor of what follows; nil when nothing does.
  static func page(
    of account: AccountReference, before cursor: TransferID? = nil, filter: Filter = Filter(), limit: Int,
    in connection: Connection
  ) throws -> (movements: [Movement], next: TransferID?) {
    var movements: [Movement] = []
    var next: TransferID?
    try forEach(of: account, before: cursor, in: connection) { movement in
      guard filter.accepts(movement.record) else { return true }
      guard movements.count < limit else {
        next = movements.last?.record.id
        return false
      }
      movements.append(movement)
      return true
    }
    return (movements, next)
  }

  /// Follows the account's entries back, each to the one before it, while `body` returns true.
  static func forEach(
    of reference: AccountReference, before cursor: TransferID? = nil, in connection: Connection,
    _ body: (Movement) throws -> Bool
  ) throws {
    guard let account = try Wallet.account(reference, in: connection) else { return }
    var entry = account.lastEntry
    if let cursor { entry = try Self.entry(before: cursor, of: account, in: connection) }
    let select = try connection.statement(
      """
      SELECT \(Records.columns), e.amount, e.balance, e.previous FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2 \(Records.joins)
      WHERE e.entry = ?1
      """)
    while entry != 0 {
      select.bind(entry, at: 1)
      let current = entry
      let step = try select.first { row in
        let record = try Records.read(row)
        let first = Records.columnCount
        return (
          Movement(
            entry: current, record: record, amount: row.integer(first), balance: row.integer(first + 1),
            other: row.integer(first) < 0 ? record.to : record.from),
          row.integer(first + 2)
        )
      }
      guard let (movement, previous) = step else {
        throw StorageError.corrupt("entry \(entry) of an account's history is not there")
      }
      guard try body(movement) else { return }
      entry = previous
    }
  }

  /// The account's entry before the one that a cursor names.
  private static func entry(
    before cursor: TransferID, of account: Wallet.Account, in connection: Connection
  ) throws -> Int64 {
    let found = try connection.first(
      """
      SELECT e.previous FROM coins_transfers AS t
      JOIN coins_entries AS e ON e.entry IN (2 * t.transfer, 2 * t.transfer + 1) AND e.account = ?2 WHERE t.id = ?1
      """, .id(cursor), .integer(account.number)
    ) { $0.integer(0) }
    guard let found else { throw CoinsError.noTransfer(cursor) }
    return found
  }
}
