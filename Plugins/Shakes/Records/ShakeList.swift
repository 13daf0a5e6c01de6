internal import QixShake

/// Shakes, the newest first.
struct ShakeList {
  struct Filter: Sendable {
    var campaign: CampaignID?
    var user: UserID?
    var type: String?
    var outcome: ShakeRecord.Kind?
    var since: Timestamp?
    /// Received before it.
    var until: Timestamp?
    var before: ShakeID?
  }

  /// - Parameter limit: shakes at most.
  static func page(_ filter: Filter, limit: Int64, in connection: Connection) throws -> [ShakeRecord] {
    let before: Int64
    if let id = filter.before {
      let number: Int64? = try connection.fetchOne("SELECT shake FROM shakes_shakes WHERE id = \(id)")
      guard let number else { throw ShakesError.noShake(id) }
      before = number
    } else {
      before = .max
    }
    if let user = filter.user { return try page(of: user, filter, before: before, limit: limit, in: connection) }
    return try connection.fetchAll(
      """
      SELECT \(sql: ShakeRecord.columns) FROM shakes_shakes
      WHERE shake < \(before)
        AND (\(filter.campaign) IS NULL
        OR campaign = \(filter.campaign)) AND (\(filter.type) IS NULL OR type = \(filter.type))
        AND (\(filter.outcome?.rawValue) IS NULL
        OR CASE WHEN gift IS NULL THEN outcome ELSE 1 END = \(filter.outcome?.rawValue))
        AND (\(filter.since) IS NULL OR at >= \(filter.since)) AND (\(filter.until) IS NULL OR at < \(filter.until))
      ORDER BY shake DESC LIMIT \(limit)
      """, ShakeRecord.init)
  }

  /// One user's, by following their lists: of each campaign, and of each user that was merged into them.
  /// - Parameter before: a number of a shake, which need not be the user's.
  static func page(
    of user: UserID, _ filter: Filter = Filter(), before: Int64, limit: Int64, in connection: Connection
  ) throws -> [ShakeRecord] {
    var heads = try heads(of: user, in: connection)
    if let campaign = filter.campaign { heads = heads.filter { $0.campaign == campaign } }
    // The greatest of all lists comes next, like in a merge of sorted lists.
    var fronts = try heads.compactMap { try newest($0.last, below: before, in: connection) }.compactMap {
      try record($0, in: connection)
    }
    var found: [ShakeRecord] = []
    while found.count < limit, let index = fronts.indices.max(by: { fronts[$0].number < fronts[$1].number }) {
      let front = fronts[index]
      let matches =
        filter.type.map { $0 == front.type } ?? true && filter.outcome.map { $0 == front.outcome } ?? true
        && filter.since.map { $0 <= front.at } ?? true
        && filter.until.map { front.at < $0 } ?? true
      if matches { found.append(front) }
      if let previous = front.previous, let next = try record(previous, in: connection) {
        fronts[index] = next
      } else {
        fronts.remove(at: index)
      }
    }
    return found
  }

  /// Hands over every shake of a user, in no order.
  /// - Parameter campaign: the only one that is looked into; nil for all.
  static func forEach(
    of user: UserID, campaign: CampaignID? = nil, in connection: Connection, _ body: (ShakeRecord) throws -> Void
  ) throws {
    for head in try heads(of: user, in: connection) where campaign == nil || head.campaign == campaign {
      var number: Int64? = head.last
      while let current = number {
        guard let record = try record(current, in: connection) else {
          throw StorageError.corrupt("shake \(current) of a user's list is not there")
        }
        try body(record)
        number = record.previous
      }
    }
  }

  private static func heads(of user: UserID, in connection: Connection) throws
    -> [(campaign: CampaignID, last: Int64)]
  {
    try connection.fetchAll(
      """
      SELECT campaign, last_shake FROM shakes_tallies WHERE user_id = \(user) AND last_shake IS NOT NULL
      UNION ALL
      SELECT campaign, last_shake FROM shakes_tallies WHERE survivor = \(user) AND last_shake IS NOT NULL
      """
    ) { (try $0["campaign"], $0["last_shake"] as Int64) }
  }

  /// The number of the newest shake of a list below a number; nil where there is none.
  private static func newest(_ last: Int64, below bound: Int64, in connection: Connection) throws -> Int64? {
    var number: Int64? = last
    while let current = number, current >= bound {
      number = try connection.fetchOne("SELECT previous FROM shakes_shakes WHERE shake = \(current)")
    }
    return number
  }

  private static func record(_ number: Int64, in connection: Connection) throws -> ShakeRecord? {
    try connection.fetchOne(
      "SELECT \(sql: ShakeRecord.columns) FROM shakes_shakes WHERE shake = \(number)", ShakeRecord.init)
  }
}
