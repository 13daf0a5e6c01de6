internal import CoinsContract
internal import QixModule

/// The accounts that coins are granted from.
enum Budgets {
  struct Budget: Sendable {
    let id: BudgetID
    let name: String
    let posted: Int64
    let held: Int64

    static let fields: [Field<Budget>] = [
      Field("budget", .text) { $0.name },
      Field("id", .id) { $0.id },
      Field("balance", .coins) { $0.posted },
      Field("held", .coins) { $0.held },
      Field("available", .coins) { $0.posted - $0.held },
      Field("created", .time) { $0.id.created },
    ]
  }

  private static let longestName = 64

  /// - Returns: whether it was made; false when there is one of that name.
  /// - Throws: `CoinsError.malformedBudgetName`.
  static func create(
    _ name: String, asset: Asset = .coins, at time: Timestamp, random: any RandomSource, in connection: Connection
  ) throws -> Bool {
    guard isWellFormed(name) else { throw CoinsError.malformedBudgetName(name) }
    var generator = IdentifierGenerator(random: random)
    let id: BudgetID = generator.next(at: time)
    try connection.execute(
      """
      INSERT INTO coins_accounts (account, asset, kind, owner, name, floor, posted, held)
      VALUES ((SELECT max(account) + 1 FROM coins_accounts), \(asset.number), \(AccountKind.budget.rawValue), \(id),
        \(name), 0, 0, 0) ON CONFLICT (name, asset) WHERE name IS NOT NULL DO NOTHING
      """)
    guard connection.changes == 1 else { return false }
    connection.seal("\(asset.number) \(name)", of: id, in: CoinsModule.id)
    return true
  }

  /// Budgets' names belong to the accounts that they were given to.
  static func forEachName(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    try connection.forEach("SELECT owner, asset, name FROM coins_accounts WHERE name IS NOT NULL") {
      try body($0["owner"], "\($0["asset"] as Int64) \($0["name"] as String)")
    }
  }

  private static func select(at time: Timestamp) -> SQL {
    """
    SELECT a.owner, a.name, a.posted, \(sql: DueHolds.held(at: time)) AS held FROM coins_accounts AS a
    WHERE a.asset = \(Asset.coins.number)
    """
  }

  static func all(at time: Timestamp, in connection: Connection) throws -> [Budget] {
    try connection.fetchAll("\(sql: select(at: time)) AND a.name IS NOT NULL ORDER BY a.name", read)
  }

  static func find(_ name: String, at time: Timestamp, in connection: Connection) throws -> Budget? {
    try connection.fetchOne("\(sql: select(at: time)) AND a.name = \(name)", read)
  }

  /// Fundings, and transfers from other budgets, with what was not reversed of each; the latest first.
  static func fundings(
    of name: String, asset: Asset, in connection: Connection
  ) throws -> [(transfer: TransferID, left: Int64)] {
    let found: [(transfer: TransferID, left: Int64)] = try connection.fetchAll(
      """
      SELECT t.id, t.amount - coalesce((SELECT sum(r.amount) FROM coins_transfers AS r
        WHERE r.related = t.transfer AND r.kind = \(TransferKind.reverse.rawValue)), 0) AS amount
      FROM coins_transfers AS t
      WHERE t.credit = (SELECT account FROM coins_accounts WHERE name = \(name) AND asset = \(asset.number))
        AND t.kind IN (\(TransferKind.fund.rawValue), \(TransferKind.transfer.rawValue))
      ORDER BY t.transfer DESC
      """
    ) { (transfer: try $0["id"], left: $0["amount"] as Int64) }
    return found.filter { $0.left > 0 }
  }

  static func forEachPayment(
    from name: String, in connection: Connection, _ body: (TransferID, _ key: String?, Int64) throws -> Void
  ) throws {
    try connection.forEach(
      """
      SELECT id, key, amount FROM coins_transfers
      WHERE debit = (SELECT account FROM coins_accounts WHERE name = \(name) AND asset = \(Asset.coins.number))
        AND kind IN (\(TransferKind.issue.rawValue), \(TransferKind.capture.rawValue))
      ORDER BY transfer
      """
    ) { try body(try $0["id"], $0["key"], $0["amount"]) }
  }

  private static func read(_ row: Row) throws -> Budget {
    Budget(id: try row["owner"], name: row["name"], posted: row["posted"], held: row["held"])
  }

  private static func isWellFormed(_ name: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard (1...longestName).contains(name.utf8.count), let first = name.utf8.first, isWord(first) else { return false }
    return name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
