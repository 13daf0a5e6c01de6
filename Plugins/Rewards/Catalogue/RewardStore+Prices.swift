internal import QixModule

extension RewardStore {
  /// The price of one piece at a moment, offers included; nil before the first one.
  func price(of reward: RewardID, at time: Timestamp) throws -> Int64? {
    // Only prices that can apply at that moment: the latest that has begun, and the running offers.
    let regular = try connection.fetchOne(
      """
      SELECT \(sql: Self.priceColumns) FROM rewards_prices p
      WHERE reward = \(reward) AND until_at IS NULL AND from_at <= \(time)
        AND NOT EXISTS (SELECT 1 FROM rewards_withdrawn_prices w WHERE w.entry = p.entry)
      ORDER BY from_at DESC, entry DESC LIMIT 1
      """, Self.readPrice)
    guard let regular else { return nil }
    let offers = try connection.fetchAll(
      """
      SELECT \(sql: Self.priceColumns) FROM rewards_prices p
      WHERE reward = \(reward) AND until_at IS NOT NULL AND until_at > \(time) AND from_at <= \(time)
      """, Self.readPrice)
    return PriceHistory(prices: [regular] + offers).coins(at: time)
  }

  /// All that it cost, costs and will cost.
  func prices(of reward: RewardID) throws -> PriceHistory {
    PriceHistory(
      prices: try connection.fetchAll(
        "SELECT \(sql: Self.priceColumns) FROM rewards_prices p WHERE reward = \(reward) ORDER BY entry", Self.readPrice
      ))
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
    let entry: Int64 = try connection.fetchOne("SELECT coalesce(max(entry), 0) + 1 FROM rewards_prices") ?? 1
    try connection.execute(
      """
      INSERT INTO rewards_prices (entry, reward, from_at, until_at, coins, percent_off, recorded_at)
      VALUES (\(entry), \(reward), \(from), \(until), \(coins), \(percent), \(time))
      """)
    try Self.turn(in: connection)
    return Price(entry: entry, terms: terms, from: from, until: until, recorded: time)
  }

  /// Takes back a price that isn't in force yet, or ends an offer.
  func withdraw(_ price: Price, at time: Timestamp) throws {
    try connection.execute(
      "INSERT INTO rewards_withdrawn_prices (entry, withdrawn_at) VALUES (\(price.entry), \(time))")
    try Self.turn(in: connection)
  }

  private static let priceColumns = """
    p.entry, p.from_at, p.until_at, p.coins, p.percent_off, p.recorded_at,
    (SELECT withdrawn_at FROM rewards_withdrawn_prices w WHERE w.entry = p.entry) AS withdrawn_at
    """

  private static func readPrice(_ row: Row) throws -> Price {
    Price(
      entry: row["entry"], terms: (row["coins"] as Int64?).map(Price.Terms.coins) ?? .percentOff(row["percent_off"]),
      from: row["from_at"], until: row["until_at"], recorded: row["recorded_at"], withdrawn: row["withdrawn_at"])
  }
}
