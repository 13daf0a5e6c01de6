internal import QixModule

/// A change of the stock of a reward by hand.
struct StockChange: Sendable, Equatable {
  let number: Int64
  let reward: RewardID
  let kind: Kind
  /// The number asked for.
  let pieces: Int64
  /// The number of pieces added; negative where some were taken.
  let difference: Int64
  /// The number of pieces there afterwards, held ones included.
  let shelf: Int64
  let key: String?
  let reason: String?
  let at: Timestamp

  enum Kind: Int64, Sendable {
    case added = 1
    case removed, counted

    var name: String {
      switch self {
      case .added: "added"
      case .removed: "removed"
      case .counted: "counted"
      }
    }
  }
}

extension RewardStore {
  private static let changeColumns = "change, reward, kind, pieces, difference, shelf, key, reason, changed_at"

  func stockChange(key: String) throws -> StockChange? {
    try connection.fetchOne(
      "SELECT \(sql: Self.changeColumns) FROM rewards_stock_changes WHERE key = \(key)", Self.readChange)
  }

  /// The latest first.
  func stockChanges(of reward: RewardID, limit: Int64) throws -> [StockChange] {
    try connection.fetchAll(
      """
      SELECT \(sql: Self.changeColumns) FROM rewards_stock_changes WHERE reward = \(reward) ORDER BY change DESC
      LIMIT \(limit)
      """, Self.readChange)
  }

  func record(
    _ kind: StockChange.Kind, _ pieces: Int64, difference: Int64, shelf: Int64, of reward: RewardID, key: String?,
    reason: String?, at time: Timestamp
  ) throws -> StockChange {
    let number = try connection.fetchOne("SELECT coalesce(max(change), 0) + 1 FROM rewards_stock_changes") ?? 1
    try connection.execute(
      """
      INSERT INTO rewards_stock_changes (\(sql: Self.changeColumns))
      VALUES (\(number), \(reward), \(kind.rawValue), \(pieces), \(difference), \(shelf), \(key), \(reason), \(time))
      """)
    return StockChange(
      number: number, reward: reward, kind: kind, pieces: pieces, difference: difference, shelf: shelf, key: key,
      reason: reason, at: time)
  }

  private static func readChange(_ row: Row) throws -> StockChange {
    guard let kind = StockChange.Kind(rawValue: row["kind"]) else {
      throw StorageError.corrupt("stock change \(row["change"] as Int64) is of no known kind")
    }
    return StockChange(
      number: row["change"], reward: try row["reward"], kind: kind, pieces: row["pieces"],
      difference: row["difference"], shelf: row["shelf"], key: row["key"], reason: row["reason"], at: row["changed_at"])
  }
}
