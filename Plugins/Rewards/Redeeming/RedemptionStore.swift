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
    try connection.first(
      "SELECT \(Self.columns) FROM rewards_redemptions WHERE redemption = ?1", .id(id), read: Self.read)
  }

  /// - Throws: `RedemptionError.notFound`.
  func require(_ id: RedemptionID) throws -> Redemption {
    guard let found = try find(id) else { throw RedemptionError.notFound(id) }
    return found
  }

  func find(key: String) throws -> Redemption? {
    try connection.first(
      "SELECT \(Self.columns) FROM rewards_redemptions WHERE key = ?1", .text(key), read: Self.read)
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
    var conditions: [String] = []
    if filter.user != nil { conditions.append("user = ?1") }
    if filter.reward != nil { conditions.append("reward = ?2") }
    switch filter.state {
    case .held?: conditions.append("state = 1 AND held_until > ?3")
    case .timedOut?: conditions.append("state = 1 AND held_until <= ?3")
    case .fulfilled?: conditions.append("state = 2")
    case .cancelled?: conditions.append("state = 3")
    case .refunded?: conditions.append("state = 4")
    case nil: break
    }
    if filter.since != nil { conditions.append("redeemed_at >= ?4") }
    if filter.until != nil { conditions.append("redeemed_at < ?6") }
    if filter.after != nil { conditions.append("redemption < ?5") }
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    // Unfulfilled redemptions are few: use their own index and sort afterwards, rather than walk all in order.
    let order = filter.state == .held || filter.state == .timedOut ? "+redemption" : "redemption"
    return try connection.rows(
      "SELECT \(Self.columns) FROM rewards_redemptions \(condition) ORDER BY \(order) DESC LIMIT ?7",
      filter.user.map(Value.id) ?? .null, filter.reward.map(Value.id) ?? .null, .time(now),
      .optional(filter.since?.microseconds), filter.after.map(Value.id) ?? .null,
      .optional(filter.until?.microseconds), .integer(limit), read: Self.read)
  }

  func insert(_ new: Redemption) throws {
    try connection.run(
      """
      INSERT INTO rewards_redemptions
        (redemption, key, reward, user, quantity, price, coins, asked_to_hold, at_most, state, redeemed_at, held_until,
        fulfilled_at, coins_transfer, stock_transfer)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """, .id(new.id), .optional(new.key), .id(new.reward), .id(new.user), .integer(new.quantity),
      .integer(new.price), .integer(new.coins), .integer(new.askedToHold ? 1 : 0), .optional(new.atMost),
      .integer(new.stage.rawValue), .time(new.redeemed), .optional(new.heldUntil?.microseconds),
      .optional(new.fulfilled?.microseconds), .id(new.coinsTransfer), new.stockTransfer.map(Value.id) ?? .null)
    if new.stage == .fulfilled { try count(new.quantity, of: new.reward) }
    try tell(new.stage == .fulfilled ? "redemption.fulfilled" : "redemption.held", new)
  }

  func fulfil(_ redemption: Redemption, note: String?, at time: Timestamp) throws {
    try connection.run(
      "UPDATE rewards_redemptions SET state = 2, fulfilled_at = ?2, note = ?3 WHERE redemption = ?1",
      .id(redemption.id), .time(time), .optional(note))
    try count(redemption.quantity, of: redemption.reward)
    try tell("redemption.fulfilled", redemption)
  }

  func cancel(_ redemption: Redemption, reason: String?, at time: Timestamp) throws {
    try connection.run(
      "UPDATE rewards_redemptions SET state = 3, ended_at = ?2, reason = ?3 WHERE redemption = ?1",
      .id(redemption.id), .time(time), .optional(reason))
    try tell("redemption.cancelled", redemption)
  }

  private func tell(_ type: String, _ redemption: Redemption) throws {
    try connection.tell(type, of: redemption.id, user: redemption.user)
  }

  /// Marks a redemption of which everything was paid back.
  func refund(_ redemption: Redemption, at time: Timestamp) throws {
    try connection.run(
      "UPDATE rewards_redemptions SET state = 4, ended_at = ?2 WHERE redemption = ?1", .id(redemption.id), .time(time))
    try connection.run(
      "UPDATE rewards_taken SET pieces = pieces - ?2 WHERE reward = ?1", .id(redemption.reward),
      .integer(redemption.quantity))
  }

  private func count(_ pieces: Int64, of reward: RewardID) throws {
    try connection.run(
      """
      INSERT INTO rewards_taken (reward, pieces) VALUES (?1, ?2)
      ON CONFLICT (reward) DO UPDATE SET pieces = rewards_taken.pieces + ?2
      """, .id(reward), .integer(pieces))
  }

  // MARK: Limits

  /// Pieces that users have, or that are held for them.
  func taken(of reward: RewardID, at now: Timestamp) throws -> Int64 {
    let fulfilled =
      try connection.first("SELECT pieces FROM rewards_taken WHERE reward = ?1", .id(reward)) { $0.integer(0) } ?? 0
    let held =
      try connection.first(
        "SELECT sum(quantity) FROM rewards_redemptions WHERE reward = ?1 AND state = 1 AND held_until > ?2",
        .id(reward), .time(now)
      ) { $0.integer(0) } ?? 0
    return fulfilled + held
  }

  /// Pieces that one user has taken, or has reserved.
  /// - Parameter since: what was redeemed at this moment or later alone.
  func taken(
    of reward: RewardID, by user: UserID, since: Timestamp? = nil, at now: Timestamp
  ) throws -> Int64 {
    try connection.first(
      """
      SELECT sum(quantity) FROM rewards_redemptions
      WHERE user = ?1 AND reward = ?2 AND (state = 2 OR (state = 1 AND held_until > ?3))
        AND (?4 IS NULL OR redeemed_at >= ?4)
      """, .id(user), .id(reward), .time(now), .optional(since?.microseconds)
    ) { $0.integer(0) } ?? 0
  }

  // MARK: Vouchers

  func add(_ vouchers: [VoucherID], to redemption: RedemptionID) throws {
    for (index, voucher) in vouchers.enumerated() {
      try connection.run(
        "INSERT INTO rewards_redeemed_vouchers (redemption, number, voucher) VALUES (?1, ?2, ?3)", .id(redemption),
        .integer(Int64(index) + 1), .id(voucher))
    }
  }

  func vouchers(of redemption: RedemptionID) throws -> [VoucherID] {
    try connection.rows(
      "SELECT voucher FROM rewards_redeemed_vouchers WHERE redemption = ?1 ORDER BY number", .id(redemption)
    ) { try $0.identifier(0) }
  }

  static func read(_ row: Row) throws -> Redemption {
    let id: RedemptionID = try row.identifier(0)
    guard let stage = Redemption.Stage(rawValue: row.integer(8)) else {
      throw StorageError.corrupt("redemption \(id) is in no known state")
    }
    return Redemption(
      id: id, key: row.optionalText(1), reward: try row.identifier(2), user: try row.identifier(3),
      quantity: row.integer(4), price: row.integer(5), askedToHold: row.integer(6) != 0,
      atMost: row.optionalInteger(7), stage: stage, redeemed: row.time(9), heldUntil: row.optionalTime(10),
      fulfilled: row.optionalTime(11), ended: row.optionalTime(12), coinsTransfer: try row.identifier(13),
      stockTransfer: try row.optionalIdentifier(14), note: row.optionalText(15),
      reason: row.optionalText(16))
  }
}
