internal import CoinsContract
internal import QixModule

/// The accounts that coins are granted from.
enum Budgets {
  struct Budget: Sendable {
    let id: BudgetID
    let name: String
    let posted: Int64
    let held: Int64

    static let fields = [
      RowField("budget") { .text($0.name) },
      RowField("id") { .identifier($0.id) },
      RowField(number: "balance") { .coins($0.posted) },
      RowField(number: "held") { .coins($0.held) },
      RowField(number: "available") { .coins($0.posted - $0.held) },
      RowField<Budget>("created") { .timestamp($0.id.created) },
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
    try connection.run(
      """
      INSERT INTO coins_accounts (account, asset, kind, owner, name, floor, posted, held)
      VALUES ((SELECT max(account) + 1 FROM coins_accounts), ?1, ?2, ?3, ?4, 0, 0, 0) ON CONFLICT (name, asset) WHERE name IS NOT NULL DO NOTHING
      """, .integer(asset.number), .integer(AccountKind.budget.rawValue), .id(id), .text(name))
    guard connection.changes == 1 else { return false }
    connection.seal("\(asset.number) \(name)", of: id, in: CoinsModule.id)
    return true
  }

  /// Budgets' names belong to the accounts that they were given to.
  static func forEachName(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    let statement = try connection.statement("SELECT owner, asset, name FROM coins_accounts WHERE name IS NOT NULL")
    try statement.forEach { row in
      try body(row.blob(0), "\(row.integer(1)) \(row.text(2))")
      return true
    }
  }

  private static let select = """
    SELECT a.owner, a.name, a.posted, \(DueHolds.held) FROM coins_accounts AS a WHERE a.asset = ?2
    """

  static func all(at time: Timestamp, in connection: Connection) throws -> [Budget] {
    try connection.rows(
      "\(select) AND a.name IS NOT NULL ORDER BY a.name", .time(time), .integer(Asset.coins.number), read: read)
  }

  static func find(_ name: String, at time: Timestamp, in connection: Connection) throws -> Budget? {
    try connection.first(
      "\(select) AND a.name = ?3", .time(time), .integer(Asset.coins.number), .text(name), read: read)
  }

  /// Fundings, and transfers from other budgets, with what was not reversed of each; the latest first.
  static func fundings(
    of name: String, asset: Asset, in connection: Connection
  ) throws -> [(transfer: TransferID, left: Int64)] {
    let found: [(transfer: TransferID, left: Int64)] = try connection.rows(
      """
      SELECT t.id, t.amount - coalesce((SELECT sum(r.amount) FROM coins_transfers AS r
        WHERE r.related = t.transfer AND r.kind = ?3), 0)
      FROM coins_transfers AS t
      WHERE t.credit = (SELECT account FROM coins_accounts WHERE name = ?1 AND asset = ?2) AND t.kind IN (?4, ?5)
      ORDER BY t.transfer DESC
      """, .text(name), .integer(asset.number), .integer(TransferKind.reverse.rawValue),
      .integer(TransferKind.fund.rawValue), .integer(TransferKind.transfer.rawValue)
    ) { (transfer: try $0.identifier(0), left: $0.integer(1)) }
    return found.filter { $0.left > 0 }
  }

  static func forEachPayment(
    from name: String, in connection: Connection, _ body: (TransferID, _ key: String?, Int64) throws -> Void
  ) throws {
    let select = try connection.statement(
      """
      SELECT id, key, amount FROM coins_transfers
      WHERE debit = (SELECT account FROM coins_accounts WHERE name = ?1 AND asset = ?2) AND kind IN (?3, ?4)
      ORDER BY transfer
      """)
    select.bind(name, at: 1)
    select.bind(Asset.coins.number, at: 2)
    select.bind(TransferKind.issue.rawValue, at: 3)
    select.bind(TransferKind.capture.rawValue, at: 4)
    try select.forEach { row in
      try body(try row.identifier(0), row.optionalText(1), row.integer(2))
      return true
    }
  }

  private static func read(_ row: Row) throws -> Budget {
    Budget(id: try row.identifier(0), name: row.text(1), posted: row.integer(2), held: row.integer(3))
  }

  private static func isWellFormed(_ name: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard (1...longestName).contains(name.utf8.count), let first = name.utf8.first, isWord(first) else { return false }
    return name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
