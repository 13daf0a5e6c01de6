internal import CoinsContract
internal import QixDefinitions
internal import QixModule

/// The catalogue in the database.
struct RewardStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "reward, state, asset, definition"

  /// - Parameter reference: `rwd_…`, or a name.
  func find(_ reference: String) throws -> Reward? {
    guard let id = RewardID(reference) else {
      return try connection.first(
        "SELECT \(Self.columns) FROM rewards_rewards WHERE name = ?1", .text(reference), read: Self.read)
    }
    return try find(id)
  }

  func find(_ id: RewardID) throws -> Reward? {
    try connection.first(
      "SELECT \(Self.columns) FROM rewards_rewards WHERE reward = ?1", .id(id), read: Self.read)
  }

  /// The reward, where a caller may see it: customers see what was published, and aren't told what else there is.
  /// - Throws: `RewardError.notFound`
  func require(_ reference: String, for caller: Principal) throws -> Reward {
    guard caller.isCustomer else { return try require(reference) }
    guard let found = try find(reference), found.state == .published else {
      throw RewardError.notFound(reference, near: nil)
    }
    return found
  }

  /// - Throws: `RewardError.notFound`.
  func require(_ reference: String) throws -> Reward {
    if let found = try find(reference) { return found }
    let names = try connection.rows("SELECT name FROM rewards_rewards ORDER BY reward DESC LIMIT 10000") { $0.text(0) }
    throw RewardError.notFound(reference, near: Suggestion.best(for: reference, among: names))
  }

  /// A filter for lists; nil leaves a part open.
  struct Filter: Sendable, Equatable {
    var state: Reward.State?
    var brand: String?
    /// A moment that the period must contain.
    var at: Timestamp?
    /// Newer ones than this are left out.
    var after: RewardID?
  }

  /// The newest first.
  func list(_ filter: Filter, limit: Int64) throws -> [Reward] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM rewards_rewards
      WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR brand = ?2)
        AND (?3 IS NULL OR (coalesce(starts_at, ?3) <= ?3 AND coalesce(ends_at, ?3 + 1) > ?3))
        AND (?4 IS NULL OR reward < ?4)
      ORDER BY reward DESC LIMIT ?5
      """, .optional(filter.state?.rawValue), .optional(filter.brand), .optional(filter.at?.microseconds),
      filter.after.map(Value.id) ?? .null, .integer(limit), read: Self.read)
  }

  /// Hands over every reward that fits, the oldest first, in constant memory.
  func forEach(_ filter: Filter, _ body: (Reward) throws -> Void) throws {
    let select = try connection.statement(
      """
      SELECT \(Self.columns) FROM rewards_rewards
      WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR brand = ?2) ORDER BY reward
      """)
    select.bind(filter.state?.rawValue, at: 1)
    select.bind(filter.brand, at: 2)
    try select.forEach { row in
      try body(Self.read(row))
      return true
    }
  }

  /// Keeps a new reward; its price and its pieces are kept by others.
  func insert(_ reward: Reward, at time: Timestamp) throws {
    try connection.run(
      """
      INSERT INTO rewards_rewards
        (reward, name, brand, state, starts_at, ends_at, asset, definition, created_at, published_at, retired_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE WHEN ?4 = 2 THEN ?9 END, CASE WHEN ?4 = 3 THEN ?9 END)
      """, .id(reward.id), .text(reward.name), .text(reward.brand), .integer(reward.state.rawValue),
      .optional(reward.start?.microseconds), .optional(reward.end?.microseconds), .optional(reward.stock?.number),
      .text(RewardWriter.definition(reward)), .time(time))
    try Self.turn(in: connection)
  }

  /// Keeps what has changed of a reward. Its id and name never do.
  func update(_ reward: Reward, at time: Timestamp) throws {
    try connection.run(
      """
      UPDATE rewards_rewards
      SET brand = ?2, state = ?3, starts_at = ?4, ends_at = ?5, asset = ?6, definition = ?7,
        published_at = CASE WHEN ?3 = 2 THEN coalesce(published_at, ?8) ELSE published_at END,
        retired_at = CASE WHEN ?3 = 3 THEN ?8 END
      WHERE reward = ?1
      """, .id(reward.id), .text(reward.brand), .integer(reward.state.rawValue),
      .optional(reward.start?.microseconds), .optional(reward.end?.microseconds), .optional(reward.stock?.number),
      .text(RewardWriter.definition(reward)), .time(time))
    precondition(connection.changes == 1, "a reward is changed that isn't there")
    try Self.turn(in: connection)
  }

  /// Deletes a draft that was never published, with its prices and the changes of its stock.
  func delete(_ reward: Reward) throws {
    for condition in [
      "rewards_withdrawn_prices WHERE entry IN (SELECT entry FROM rewards_prices WHERE reward = ?1)",
      "rewards_prices WHERE reward = ?1", "rewards_stock_changes WHERE reward = ?1",
      "rewards_rewards WHERE reward = ?1",
    ] {
      try connection.run("DELETE FROM \(condition)", .id(reward.id))
    }
    try Self.turn(in: connection)
  }

  static func version(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT version FROM rewards_version") { $0.integer(0) } ?? 0
  }

  /// Tells callers that cache rewards that something has changed.
  static func turn(in connection: Connection) throws {
    try connection.run("UPDATE rewards_version SET version = version + 1")
  }

  private static func read(_ row: Row) throws -> Reward {
    let id: RewardID = try row.identifier(0)
    guard let state = Reward.State(rawValue: row.integer(1)) else {
      throw StorageError.corrupt("reward \(id) is in no known state")
    }
    var reader = RewardReader(isStored: true)
    let draft = reader.read(try JSONValue(parsing: row.text(3)))
    let stock = row.optionalInteger(2).map(Asset.init(number:))
    guard reader.faults.all.isEmpty, let reward = draft.reward(id, state, stock: stock) else {
      throw StorageError.corrupt("what reward \(id) is can't be read")
    }
    return reward
  }
}
