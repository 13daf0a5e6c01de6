internal import QixModule

/// Users' activity in a time: redemptions that began in it, as they stand now.
struct Activity: Sendable, Equatable {
  var fulfilled: Int64 = 0
  /// The fulfilled ones that were refunded as a whole.
  var refundedWhole: Int64 = 0
  var held: Int64 = 0
  var cancelled: Int64 = 0
  var timedOut: Int64 = 0
  /// Pieces of what was fulfilled and not refunded as a whole: what users have.
  var pieces: Int64 = 0
  /// Coins of what was fulfilled, refunds not taken off.
  var paid: Int64 = 0
  /// The ones of these that came back, whole or in part.
  var refunded: Int64 = 0
  /// Users with something fulfilled.
  var users: Int64 = 0

  /// Coins that stayed spent.
  var net: Int64 { paid - refunded }

  static func + (left: Activity, right: Activity) -> Activity {
    Activity(
      fulfilled: left.fulfilled + right.fulfilled, refundedWhole: left.refundedWhole + right.refundedWhole,
      held: left.held + right.held, cancelled: left.cancelled + right.cancelled,
      timedOut: left.timedOut + right.timedOut, pieces: left.pieces + right.pieces, paid: left.paid + right.paid,
      refunded: left.refunded + right.refunded, users: left.users + right.users)
  }
}

/// The redemptions that a report covers.
struct ReportScope: Sendable, Equatable {
  var reward: RewardID?
  /// Redeemed at this moment or later.
  var since: Timestamp?
  /// Redeemed before this moment.
  var until: Timestamp?

  fileprivate static let condition = """
    (?1 IS NULL OR r.reward = ?1) AND (?2 IS NULL OR r.redeemed_at >= ?2) AND (?3 IS NULL OR r.redeemed_at < ?3)
    """

  fileprivate var values: [Value] {
    [reward.map(Value.id) ?? .null, .optional(since?.microseconds), .optional(until?.microseconds)]
  }
}

extension RedemptionStore {
  func activity(_ scope: ReportScope, at now: Timestamp) throws -> [RewardID: Activity] {
    let (reward, since, until) = (scope.values[0], scope.values[1], scope.values[2])
    let rows = try connection.rows(
      """
      SELECT r.reward, sum(CASE WHEN state IN (2, 4) THEN 1 ELSE 0 END), sum(CASE WHEN state = 4 THEN 1 ELSE 0 END),
        sum(CASE WHEN state = 1 AND held_until > ?4 THEN 1 ELSE 0 END), sum(CASE WHEN state = 3 THEN 1 ELSE 0 END),
        sum(CASE WHEN state = 1 AND held_until <= ?4 THEN 1 ELSE 0 END),
        sum(CASE WHEN state = 2 THEN quantity ELSE 0 END), sum(CASE WHEN state IN (2, 4) THEN coins ELSE 0 END),
        count(DISTINCT CASE WHEN state IN (2, 4) THEN user END)
      FROM rewards_redemptions AS r WHERE \(ReportScope.condition) GROUP BY r.reward
      """, reward, since, until, .time(now)
    ) { row in
      (
        try row.identifier(0, RewardTag.self),
        Activity(
          fulfilled: row.integer(1), refundedWhole: row.integer(2), held: row.integer(3), cancelled: row.integer(4),
          timedOut: row.integer(5), pieces: row.integer(6), paid: row.integer(7), users: row.integer(8))
      )
    }
    var found = Dictionary(uniqueKeysWithValues: rows)
    let refunds = try connection.rows(
      """
      SELECT r.reward, sum(f.coins) FROM rewards_refunds AS f
      JOIN rewards_redemptions AS r ON r.redemption = f.redemption WHERE \(ReportScope.condition) GROUP BY r.reward
      """, reward, since, until
    ) { (try $0.identifier(0, RewardTag.self), $0.integer(1)) }
    for (reward, coins) in refunds { found[reward]?.refunded = coins }
    return found
  }

  /// Users with something fulfilled, whichever reward it was.
  func users(_ scope: ReportScope) throws -> Int64 {
    try connection.first(
      """
      SELECT count(DISTINCT r.user) FROM rewards_redemptions AS r WHERE state IN (2, 4) AND \(ReportScope.condition)
      """, scope.values[0], scope.values[1], scope.values[2]
    ) { $0.integer(0) } ?? 0
  }

  /// When users last wanted each reward: cancelled ones don't count.
  func lastWanted() throws -> [RewardID: Timestamp] {
    Dictionary(
      uniqueKeysWithValues: try connection.rows(
        "SELECT reward, max(redeemed_at) FROM rewards_redemptions WHERE state <> 3 GROUP BY reward"
      ) { (try $0.identifier(0, RewardTag.self), $0.time(1)) })
  }
}

extension RewardStore {
  /// When each reward that ever was published was, the first time.
  func published() throws -> [RewardID: Timestamp] {
    Dictionary(
      uniqueKeysWithValues: try connection.rows(
        "SELECT reward, published_at FROM rewards_rewards WHERE published_at IS NOT NULL"
      ) { (try $0.identifier(0, RewardTag.self), $0.time(1)) })
  }
}
