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
      return try connection.fetchOne(
        "SELECT \(sql: Self.columns) FROM rewards_rewards WHERE name = \(reference)", Self.read)
    }
    return try find(id)
  }

  func find(_ id: RewardID) throws -> Reward? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM rewards_rewards WHERE reward = \(id)", Self.read)
  }

  /// The reward, where a caller may see it: customers see what was published, and aren't told what else there is.
  /// - Parameter orRetired: whether one that was published once will do.
  /// - Throws: `RewardError.notFound`
  func require(_ reference: String, for caller: Principal, orRetired: Bool = false) throws -> Reward {
    guard caller.isCustomer else { return try require(reference) }
    guard let found = try find(reference), found.state == .published || orRetired && found.state == .retired else {
      throw RewardError.notFound(reference, near: nil)
    }
    return found
  }

  /// - Throws: `RewardError.notFound`.
  func require(_ reference: String) throws -> Reward {
    if let found = try find(reference) { return found }
    let names: [String] = try connection.fetchAll("SELECT name FROM rewards_rewards ORDER BY reward DESC LIMIT 10000")
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
    try connection.fetchAll(
      """
      SELECT \(sql: Self.columns) FROM rewards_rewards
      WHERE (\(filter.state?.rawValue) IS NULL OR state = \(filter.state?.rawValue))
        AND (\(filter.brand) IS NULL OR brand = \(filter.brand))
        AND (\(filter.at) IS NULL
          OR (coalesce(starts_at, \(filter.at)) <= \(filter.at) AND coalesce(ends_at, \(filter.at) + 1) > \(filter.at)))
        AND (\(filter.after) IS NULL OR reward < \(filter.after))
      ORDER BY reward DESC LIMIT \(limit)
      """, Self.read)
  }

  /// Hands over every reward that fits, the oldest first, in constant memory.
  func forEach(_ filter: Filter, _ body: (Reward) throws -> Void) throws {
    let state = filter.state?.rawValue
    try connection.forEach(
      """
      SELECT \(sql: Self.columns) FROM rewards_rewards
      WHERE (\(state) IS NULL OR state = \(state)) AND (\(filter.brand) IS NULL OR brand = \(filter.brand))
      ORDER BY reward
      """
    ) { try body(Self.read($0)) }
  }

  /// Keeps a new reward; its price and its pieces are kept by others.
  func insert(_ reward: Reward, at time: Timestamp) throws {
    try connection.execute(
      """
      INSERT INTO rewards_rewards
        (reward, name, brand, state, starts_at, ends_at, asset, definition, created_at, published_at, retired_at)
      VALUES (\(reward.id), \(reward.name), \(reward.brand), \(reward.state.rawValue), \(reward.start), \(reward.end),
        \(reward.stock?.number), \(RewardWriter.definition(reward)), \(time), CASE WHEN \(reward.state.rawValue) = 2
        THEN \(time) END, CASE WHEN \(reward.state.rawValue) = 3 THEN \(time) END)
      """)
    try readBack(reward)
    try Self.turn(in: connection)
  }

  /// Keeps what has changed of a reward. Its id and name never do.
  func update(_ reward: Reward, at time: Timestamp) throws {
    try connection.execute(
      """
      UPDATE rewards_rewards
      SET brand = \(reward.brand), state = \(reward.state.rawValue), starts_at = \(reward.start),
        ends_at = \(reward.end), asset = \(reward.stock?.number), definition = \(RewardWriter.definition(reward)),
        published_at = CASE WHEN \(reward.state.rawValue) = 2 THEN coalesce(published_at, \(time))
          ELSE published_at END,
        retired_at = CASE WHEN \(reward.state.rawValue) = 3 THEN \(time) END
      WHERE reward = \(reward.id)
      """)
    precondition(connection.changes == 1, "a reward is changed that isn't there")
    try readBack(reward)
    try Self.turn(in: connection)
  }

  /// Deletes a draft that was never published, with its prices and the changes of its stock.
  func delete(_ reward: Reward) throws {
    try connection.execute(
      """
      DELETE FROM rewards_withdrawn_prices
      WHERE entry IN (SELECT entry FROM rewards_prices WHERE reward = \(reward.id))
      """)
    for table in ["prices", "stock_changes", "rewards"] {
      try connection.execute("DELETE FROM rewards_\(sql: table) WHERE reward = \(reward.id)")
    }
    try Self.turn(in: connection)
  }

  static func version(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT version FROM rewards_version") ?? 0
  }

  /// Tells callers that cache rewards that something has changed.
  static func turn(in connection: Connection) throws {
    try connection.execute("UPDATE rewards_version SET version = version + 1")
  }

  /// Makes sure that what was stored is what all others will read.
  private func readBack(_ reward: Reward) throws {
    guard let stored = try? require("\(reward.id)"), stored.end == reward.end, stored.start == reward.start else {
      throw Failure(
        "rewards.unreadable", .usage,
        "the reward '\(reward.name)' could not be read again after it was stored, so nothing was changed",
        hint: "Look for an extreme value, such as a time in the far future, and report it to qix's authors.")
    }
  }

  private static func read(_ row: Row) throws -> Reward {
    let id: RewardID = try row["reward"]
    guard let state = Reward.State(rawValue: row["state"]) else {
      throw StorageError.corrupt("reward \(id) is in no known state")
    }
    var reader = RewardReader(isStored: true)
    let draft = reader.read(try JSONValue(parsing: row["definition"] as String))
    let stock = (row["asset"] as Int64?).map(Asset.init(number:))
    guard reader.faults.all.isEmpty, let reward = draft.reward(id, state, stock: stock) else {
      throw StorageError.corrupt("what reward \(id) is can't be read")
    }
    return reward
  }
}
