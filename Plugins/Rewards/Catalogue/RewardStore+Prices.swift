internal import QixModule

extension RewardStore {
  /// The price of one piece at a moment, offers included; nil before the first one.
  func price(of reward: RewardID, at time: Timestamp) throws -> Int64? {
    // Only prices that can apply at that moment: the latest that has begun, and the running offers.
    let regular = try connection.first(
      """
      SELECT \(Self.priceColumns) FROM rewards_prices p
      WHERE reward = ?1 AND until_at IS NULL AND from_at <= ?2
        AND NOT EXISTS (SELECT 1 FROM rewards_withdrawn_prices w WHERE w.entry = p.entry)
      ORDER BY from_at DESC, entry DESC LIMIT 1
      """, .id(reward), .time(time), read: Self.readPrice)
    guard let regular else { return nil }
    let offers = try connection.rows(
      """
      SELECT \(Self.priceColumns) FROM rewards_prices p
      WHERE reward = ?1 AND until_at IS NOT NULL AND until_at > ?2 AND from_at <= ?2
      """, .id(reward), .time(time), read: Self.readPrice)
    return PriceHistory(prices: [regular] + offers).coins(at: time)
  }

  /// All that it cost, costs and will cost.
  func prices(of reward: RewardID) throws -> PriceHistory {
    PriceHistory(
      prices: try connection.rows(
        "SELECT \(Self.priceColumns) FROM rewards_prices p WHERE reward = ?1 ORDER BY entry", .id(reward),
        read: Self.readPrice))
  }

  /// Writes a price down.
  /// - Parameters:
  ///   - from: the moment itself or a later one.
  ///   - until: of an offer its end.
  @discardableResult
  func add(
    _ terms: Price.Terms, to reward: RewardID, from: Timestamp, until: Timestamp? = nil, at time: Timestamp
  ) throws -> Price {
    precondition(from >= time, "a price can't begin in the past")
    let (coins, percent): (Int64?, Int64?) =
      switch terms {
      case .coins(let coins): (coins, nil)
      case .percentOff(let percent): (nil, percent)
      }
    let entry = try connection.first("SELECT coalesce(max(entry), 0) + 1 FROM rewards_prices") { $0.integer(0) } ?? 1
    try connection.run(
      """
      INSERT INTO rewards_prices (entry, reward, from_at, until_at, coins, percent_off, recorded_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(entry), .id(reward), .time(from), .optional(until?.microseconds), .optional(coins),
      .optional(percent), .time(time))
    try Self.turn(in: connection)
    return Price(entry: entry, terms: terms, from: from, until: until, recorded: time)
  }

  /// Takes back a price that isn't in force yet, or ends an offer.
  func withdraw(_ price: Price, at time: Timestamp) throws {
    try connection.run(
      "INSERT INTO rewards_withdrawn_prices (entry, withdrawn_at) VALUES (?1, ?2)", .integer(price.entry), .time(time))
    try Self.turn(in: connection)
  }

  private static let priceColumns = """
    p.entry, p.from_at, p.until_at, p.coins, p.percent_off, p.recorded_at,
    (SELECT withdrawn_at FROM rewards_withdrawn_prices w WHERE w.entry = p.entry)
    """

  private static func readPrice(_ row: Row) throws -> Price {
    Price(
      entry: row.integer(0), terms: row.optionalInteger(3).map(Price.Terms.coins) ?? .percentOff(row.integer(4)),
      from: row.time(1), until: row.optionalTime(2), recorded: row.time(5), withdrawn: row.optionalTime(6))
  }
}
