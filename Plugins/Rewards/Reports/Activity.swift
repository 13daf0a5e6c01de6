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

  fileprivate var condition: SQL {
    """
    (\(reward) IS NULL OR r.reward = \(reward)) AND (\(since) IS NULL OR r.redeemed_at >= \(since))
      AND (\(until) IS NULL OR r.redeemed_at < \(until))
    """
  }
}

extension RedemptionStore {
  func activity(_ scope: ReportScope, at now: Timestamp) throws -> [RewardID: Activity] {
    let rows = try connection.fetchAll(
      """
      SELECT r.reward, sum(CASE WHEN state IN (2, 4) THEN 1 ELSE 0 END) AS done,
        sum(CASE WHEN state = 4 THEN 1 ELSE 0 END) AS refunded,
        sum(CASE WHEN state = 1 AND held_until > \(now) THEN 1 ELSE 0 END) AS held,
        sum(CASE WHEN state = 3 THEN 1 ELSE 0 END) AS cancelled,
        sum(CASE WHEN state = 1 AND held_until <= \(now) THEN 1 ELSE 0 END) AS timed_out,
        sum(CASE WHEN state = 2 THEN quantity ELSE 0 END) AS pieces,
        sum(CASE WHEN state IN (2, 4) THEN coins ELSE 0 END) AS paid,
        count(DISTINCT CASE WHEN state IN (2, 4) THEN user END) AS users
      FROM rewards_redemptions AS r WHERE \(sql: scope.condition) GROUP BY r.reward
      """
    ) { row in
      (
        try row["reward"] as RewardID,
        Activity(
          fulfilled: row["done"], refundedWhole: row["refunded"], held: row["held"], cancelled: row["cancelled"],
          timedOut: row["timed_out"], pieces: row["pieces"], paid: row["paid"], users: row["users"])
      )
    }
    var found = Dictionary(uniqueKeysWithValues: rows)
    let refunds = try connection.fetchAll(
      """
      SELECT r.reward, sum(f.coins) AS coins FROM rewards_refunds AS f
      JOIN rewards_redemptions AS r ON r.redemption = f.redemption WHERE \(sql: scope.condition) GROUP BY r.reward
      """
    ) { (try $0["reward"] as RewardID, $0["coins"] as Int64) }
    for (reward, coins) in refunds { found[reward]?.refunded = coins }
    return found
  }

  /// Users with something fulfilled, whichever reward it was.
  func users(_ scope: ReportScope) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT count(DISTINCT r.user) FROM rewards_redemptions AS r
      WHERE state IN (2, 4) AND \(sql: scope.condition)
      """) ?? 0
  }

  /// When users last wanted each reward: cancelled ones don't count.
  func lastWanted() throws -> [RewardID: Timestamp] {
    Dictionary(
      uniqueKeysWithValues: try connection.fetchAll(
        "SELECT reward, max(redeemed_at) AS redeemed_at FROM rewards_redemptions WHERE state <> 3 GROUP BY reward"
      ) { (try $0["reward"] as RewardID, $0["redeemed_at"] as Timestamp) })
  }
}

extension RewardStore {
  /// When each reward that ever was published was, the first time.
  func published() throws -> [RewardID: Timestamp] {
    Dictionary(
      uniqueKeysWithValues: try connection.fetchAll(
        "SELECT reward, published_at FROM rewards_rewards WHERE published_at IS NOT NULL"
      ) { (try $0["reward"] as RewardID, $0["published_at"] as Timestamp) })
  }
}
