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
    try connection.first(
      "SELECT \(Self.changeColumns) FROM rewards_stock_changes WHERE key = ?1", .text(key), read: Self.readChange)
  }

  /// The latest first.
  func stockChanges(of reward: RewardID, limit: Int64) throws -> [StockChange] {
    try connection.rows(
      "SELECT \(Self.changeColumns) FROM rewards_stock_changes WHERE reward = ?1 ORDER BY change DESC LIMIT ?2",
      .id(reward), .integer(limit), read: Self.readChange)
  }

  func record(
    _ kind: StockChange.Kind, _ pieces: Int64, difference: Int64, shelf: Int64, of reward: RewardID, key: String?,
    reason: String?, at time: Timestamp
  ) throws -> StockChange {
    let number =
      try connection.first("SELECT coalesce(max(change), 0) + 1 FROM rewards_stock_changes") { $0.integer(0) } ?? 1
    try connection.run(
      """
      INSERT INTO rewards_stock_changes (\(Self.changeColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, .integer(number), .id(reward), .integer(kind.rawValue), .integer(pieces), .integer(difference),
      .integer(shelf), .optional(key), .optional(reason), .time(time))
    return StockChange(
      number: number, reward: reward, kind: kind, pieces: pieces, difference: difference, shelf: shelf, key: key,
      reason: reason, at: time)
  }

  private static func readChange(_ row: Row) throws -> StockChange {
    guard let kind = StockChange.Kind(rawValue: row.integer(2)) else {
      throw StorageError.corrupt("stock change \(row.integer(0)) is of no known kind")
    }
    return StockChange(
      number: row.integer(0), reward: try row.identifier(1), kind: kind, pieces: row.integer(3),
      difference: row.integer(4), shelf: row.integer(5), key: row.optionalText(6), reason: row.optionalText(7),
      at: row.time(8))
  }
}
