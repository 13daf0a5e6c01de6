internal import CoinsContract
internal import QixModule

/// The ledger's writes, each prepared when it is first needed: a single command needs a few of them.
///
/// Legs and lots are put together, sixteen to a statement, which costs half of what one each does; nothing finds them
/// before `flush`.
final class Statements {
  private let connection: Connection
  private let transfer: Write
  private var entries: RowBatch
  private var lots: RowBatch
  private let draw: Write
  private let remaining: Write
  private let hold: Write
  private let resolve: Write

  private final class Write {
    private let connection: Connection
    private let sql: String
    private var statement: Statement?

    init(_ connection: Connection, _ sql: String) {
      self.connection = connection
      self.sql = sql
    }

    func prepared() throws(StorageError) -> Statement {
      if let statement { return statement }
      let statement = try connection.statement(sql)
      self.statement = statement
      return statement
    }
  }

  init(_ connection: Connection) {
    self.connection = connection
    transfer = Write(
      connection,
      """
      INSERT INTO coins_transfers
        (transfer, id, kind, debit, credit, amount, at, expires_at, related, linked, details, key, fingerprint)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING
      """)
    entries = RowBatch(
      into: "coins_entries", ["entry", "account", "amount", "balance", "previous"], in: connection)
    lots = RowBatch(
      into: "coins_lots", ["lot", "account", "transfer", "amount", "remaining", "expires_at", "next"], in: connection)
    draw = Write(connection, "INSERT INTO coins_draws (transfer, lot, amount) VALUES (?1, ?2, ?3)")
    // Up to 0.5.0 a lot that was used up left its list with no `next`: one that gets something back is in order then.
    remaining = Write(
      connection,
      "UPDATE coins_lots SET remaining = remaining - ?2, next = coalesce(next, \(OpenLot.unlisted)) WHERE lot = ?1")
    hold = Write(
      connection, "INSERT INTO coins_holds (hold, debit, amount, times_out_at, payee) VALUES (?1, ?2, ?3, ?4, ?5)")
    resolve = Write(connection, "UPDATE coins_holds SET resolved_by = ?2 WHERE hold = ?1")
  }

  /// - Returns: false when the key is taken; then nothing was written.
  func insertTransfer(_ leaf: Leaf, debit: Int64, credit: Int64, details: Int64?, key: String?) throws -> Bool {
    let transfer = try self.transfer.prepared()
    transfer.bind(leaf.number, at: 1)
    transfer.bind(leaf.id, at: 2)
    transfer.bind(leaf.kind.rawValue, at: 3)
    transfer.bind(debit, at: 4)
    transfer.bind(credit, at: 5)
    transfer.bind(leaf.amount, at: 6)
    transfer.bind(leaf.at, at: 7)
    transfer.bind(leaf.expires, at: 8)
    transfer.bind(leaf.related, at: 9)
    transfer.bind(leaf.linked, at: 10)
    transfer.bind(details, at: 11)
    transfer.bind(key, at: 12)
    leaf.fingerprint.withBytes { transfer.bind(blob: $0, at: 13) }
    try transfer.run()
    return connection.changes == 1
  }

  func insertEntry(_ number: Int64, account: Int64, amount: Int64, balance: Int64, previous: Int64) throws {
    entries.append(number)
    entries.append(account)
    entries.append(amount)
    entries.append(balance)
    entries.append(previous == 0 ? nil : previous)
    _ = try entries.endRow()
  }

  func insertLot(
    _ number: Int64, account: Int64, transfer: Int64, amount: Int64, expires: Timestamp?, next: Int64
  ) throws {
    lots.append(number)
    lots.append(account)
    lots.append(transfer)
    lots.append(amount)
    lots.append(amount)
    lots.append(expires?.microseconds)
    lots.append(next)
    _ = try lots.endRow()
  }

  /// Writes the legs and lots that wait.
  func flush() throws {
    try entries.flush()
    try lots.flush()
  }

  /// Forgets the legs and lots that wait, where what they belong to was taken back.
  func discard() {
    entries.removeAll()
    lots.removeAll()
  }

  func insertDraw(transfer: Int64, _ new: Draw) throws {
    let draw = try self.draw.prepared()
    draw.bind(transfer, at: 1)
    draw.bind(new.lot, at: 2)
    draw.bind(new.amount, at: 3)
    try draw.run()
  }

  /// Takes from a lot, or gives back to it when the draw is negative.
  func changeRemaining(_ change: Draw) throws {
    let remaining = try self.remaining.prepared()
    remaining.bind(change.lot, at: 1)
    remaining.bind(change.amount, at: 2)
    try remaining.run()
    precondition(connection.changes == 1, "a lot that is drawn from is there")
  }

  /// - Parameter payee: the wallet that a budget's hold is for; nil for other holds.
  func insertHold(_ number: Int64, debit: Int64, amount: Int64, _ timesOut: Timestamp?, payee: Int64?) throws {
    let hold = try self.hold.prepared()
    hold.bind(number, at: 1)
    hold.bind(debit, at: 2)
    hold.bind(amount, at: 3)
    hold.bind(timesOut, at: 4)
    hold.bind(payee, at: 5)
    try hold.run()
  }

  /// Merges are rare, so this one isn't prepared beforehand.
  func insertMerge(_ number: Int64, account: Int64) throws {
    try connection.run(
      "INSERT INTO coins_merges (transfer, account) VALUES (?1, ?2)", .integer(number), .integer(account))
  }

  func insertWelcome(_ number: Int64, account: Int64) throws {
    try connection.run(
      "INSERT INTO coins_welcomes (account, transfer) VALUES (?1, ?2)", .integer(account), .integer(number))
  }

  func resolveHold(_ number: Int64, by transfer: Int64) throws {
    let resolve = try self.resolve.prepared()
    resolve.bind(number, at: 1)
    resolve.bind(transfer, at: 2)
    try resolve.run()
    precondition(connection.changes == 1, "a hold that resolves is there")
  }
}
