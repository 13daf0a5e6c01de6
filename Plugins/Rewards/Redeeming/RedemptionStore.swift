internal import CoinsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Redemptions in the database.
struct RedemptionStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = """
    redemption, key, reward, user, quantity, price, asked_to_hold, at_most, state, redeemed_at, held_until,
    fulfilled_at, ended_at, coins_transfer, stock_transfer, note, reason
    """

  func find(_ id: RedemptionID) throws -> Redemption? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM rewards_redemptions WHERE redemption = \(id)", Self.read)
  }

  /// - Throws: `RedemptionError.notFound`.
  func require(_ id: RedemptionID) throws -> Redemption {
    guard let found = try find(id) else { throw RedemptionError.notFound(id) }
    return found
  }

  func find(key: String) throws -> Redemption? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM rewards_redemptions WHERE key = \(key)", Self.read)
  }

  /// A filter for lists; nil leaves a part open.
  struct Filter: Sendable {
    var user: UserID?
    var reward: RewardID?
    var state: Redemption.State?
    var since: Timestamp?
    var until: Timestamp?
    /// Newer ones than this are left out.
    var after: RedemptionID?
  }

  /// The newest first.
  func list(_ filter: Filter, at now: Timestamp, limit: Int64) throws -> [Redemption] {
    // Only what is asked for stands in the statement, so that an index of it can be used.
    var condition: SQL = "WHERE 1 = 1"
    func narrow(_ part: SQL) { condition = "\(sql: condition) AND \(sql: part)" }
    if let user = filter.user { narrow("user = \(user)") }
    if let reward = filter.reward { narrow("reward = \(reward)") }
    switch filter.state {
    case .held?: narrow("state = 1 AND held_until > \(now)")
    case .timedOut?: narrow("state = 1 AND held_until <= \(now)")
    case .fulfilled?: narrow("state = 2")
    case .cancelled?: narrow("state = 3")
    case .refunded?: narrow("state = 4")
    case nil: break
    }
    if let since = filter.since { narrow("redeemed_at >= \(since)") }
    if let until = filter.until { narrow("redeemed_at < \(until)") }
    if let after = filter.after { narrow("redemption < \(after)") }
    // Unfulfilled redemptions are few: use their own index and sort afterwards, rather than walk all in order.
    let order = filter.state == .held || filter.state == .timedOut ? "+redemption" : "redemption"
    return try connection.fetchAll(
      """
      SELECT \(sql: Self.columns) FROM rewards_redemptions \(sql: condition) ORDER BY \(sql: order) DESC LIMIT \(limit)
      """, Self.read)
  }

  func insert(_ new: Redemption) throws {
    try connection.execute(
      """
      INSERT INTO rewards_redemptions
        (redemption, key, reward, user, quantity, price, coins, asked_to_hold, at_most, state, redeemed_at, held_until,
        fulfilled_at, coins_transfer, stock_transfer)
      VALUES (\(new.id), \(new.key), \(new.reward), \(new.user), \(new.quantity), \(new.price), \(new.coins),
        \(new.askedToHold), \(new.atMost), \(new.stage.rawValue), \(new.redeemed), \(new.heldUntil), \(new.fulfilled),
        \(new.coinsTransfer), \(new.stockTransfer))
      """)
    if new.stage == .fulfilled { try count(new.quantity, of: new.reward) }
    try tell(new.stage == .fulfilled ? "redemption.fulfilled" : "redemption.held", new)
  }

  func fulfil(_ redemption: Redemption, note: String?, at time: Timestamp) throws {
    try connection.execute(
      """
      UPDATE rewards_redemptions SET state = 2, fulfilled_at = \(time), note = \(note)
      WHERE redemption = \(redemption.id)
      """)
    try count(redemption.quantity, of: redemption.reward)
    try tell("redemption.fulfilled", redemption)
  }

  func cancel(_ redemption: Redemption, reason: String?, at time: Timestamp) throws {
    try connection.execute(
      """
      UPDATE rewards_redemptions SET state = 3, ended_at = \(time), reason = \(reason)
      WHERE redemption = \(redemption.id)
      """)
    try tell("redemption.cancelled", redemption)
  }

  private func tell(_ type: String, _ redemption: Redemption) throws {
    try connection.tell(type, of: redemption.id, user: redemption.user)
  }

  /// Marks a redemption of which everything was paid back.
  func refund(_ redemption: Redemption, at time: Timestamp) throws {
    try connection.execute(
      "UPDATE rewards_redemptions SET state = 4, ended_at = \(time) WHERE redemption = \(redemption.id)")
    try connection.execute(
      "UPDATE rewards_taken SET pieces = pieces - \(redemption.quantity) WHERE reward = \(redemption.reward)")
  }

  private func count(_ pieces: Int64, of reward: RewardID) throws {
    try connection.execute(
      """
      INSERT INTO rewards_taken (reward, pieces) VALUES (\(reward), \(pieces))
      ON CONFLICT (reward) DO UPDATE SET pieces = rewards_taken.pieces + \(pieces)
      """)
  }

  // MARK: Limits

  /// Pieces that users have, or that are held for them.
  func taken(of reward: RewardID, at now: Timestamp) throws -> Int64 {
    let fulfilled = try connection.fetchOne("SELECT pieces FROM rewards_taken WHERE reward = \(reward)") ?? 0
    let held =
      try connection.fetchOne(
        "SELECT sum(quantity) FROM rewards_redemptions WHERE reward = \(reward) AND state = 1 AND held_until > \(now)")
      ?? 0
    return fulfilled + held
  }

  /// Pieces that one user has taken, or has reserved.
  /// - Parameter since: what was redeemed at this moment or later alone.
  func taken(
    of reward: RewardID, by user: UserID, since: Timestamp? = nil, at now: Timestamp
  ) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT sum(quantity) FROM rewards_redemptions
      WHERE user = \(user) AND reward = \(reward) AND (state = 2 OR (state = 1 AND held_until > \(now)))
        AND (\(since) IS NULL OR redeemed_at >= \(since))
      """) ?? 0
  }

  // MARK: Vouchers

  func add(_ vouchers: [VoucherID], to redemption: RedemptionID) throws {
    for (index, voucher) in vouchers.enumerated() {
      try connection.execute(
        """
        INSERT INTO rewards_redeemed_vouchers (redemption, number, voucher)
        VALUES (\(redemption), \(Int64(index) + 1), \(voucher))
        """)
    }
  }

  func vouchers(of redemption: RedemptionID) throws -> [VoucherID] {
    try connection.fetchAll(
      "SELECT voucher FROM rewards_redeemed_vouchers WHERE redemption = \(redemption) ORDER BY number")
  }

  static func read(_ row: Row) throws -> Redemption {
    let id: RedemptionID = try row["redemption"]
    guard let stage = Redemption.Stage(rawValue: row["state"]) else {
      throw StorageError.corrupt("redemption \(id) is in no known state")
    }
    return Redemption(
      id: id, key: row["key"], reward: try row["reward"], user: try row["user"], quantity: row["quantity"],
      price: row["price"], askedToHold: row["asked_to_hold"], atMost: row["at_most"], stage: stage,
      redeemed: row["redeemed_at"], heldUntil: row["held_until"], fulfilled: row["fulfilled_at"],
      ended: row["ended_at"], coinsTransfer: try row["coins_transfer"], stockTransfer: try row["stock_transfer"],
      note: row["note"], reason: row["reason"])
  }
}
