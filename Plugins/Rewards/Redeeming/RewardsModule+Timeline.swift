package import IdentityContract
package import QixModule

/// A user's redemptions, each with what has become of it; a merge moves them to the survivor.
extension RewardsModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.redemption]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let now = context.clock.now()
    let filter = RedemptionStore.Filter(user: query.user, after: query.before == nil ? nil : query.bound())
    var names: [RewardID: String] = [:]
    return try RedemptionStore(connection).list(filter, at: now, limit: Int64(query.limit)).map { redemption in
      let name = try names[redemption.reward] ?? RewardStore(connection).find(redemption.reward)?.name ?? ""
      names[redemption.reward] = name
      let state = redemption.state(at: now)
      return TimelineEntry(
        TimelinePlace(redemption.id), .redemption, "redemption.\(state.rawValue)",
        "Redeemed: \(redemption.quantity) × \(name), for \(coins: redemption.coins)."
      ).with {
        $0.subject = "\(redemption.id)"
        $0.happened = $0.place.apart(redemption.redeemed)
        $0.state = state.rawValue
        $0.of = name
        $0.reason = redemption.reason
        $0.actions = ["rewards.redeem"]
      }
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let count: Int64? = try connection.fetchOne(
      """
      SELECT count(*) FROM (
        SELECT redemption FROM rewards_redemptions WHERE user = \(query.user) LIMIT \(query.limit)) AS redemptions
      """)
    return [.redemption: Int(count ?? 0)]
  }
}
