internal import QixModule
internal import RewardsContract

/// What was redeemed, by the same sums as `qix reward report`.
struct Figures: RewardFigures {
  let clock: any Clock

  func figures(
    since: Timestamp, until: Timestamp, brand: String?, in connection: Connection
  ) throws -> [RewardFigure] {
    let activities = try RedemptionStore(connection).activity(
      ReportScope(since: since, until: until), at: clock.now())
    var figures: [RewardFigure] = []
    try RewardStore(connection).forEach(RewardStore.Filter(brand: brand)) { reward in
      guard let activity = activities[reward.id], activity.fulfilled > 0 else { return }
      figures.append(
        RewardFigure(
          reward: reward.name, brand: reward.brand, state: reward.state.name, fulfilled: activity.fulfilled,
          users: activity.users, pieces: activity.pieces, paid: activity.paid, refunded: activity.refunded,
          cost: reward.cost(of: activity.pieces)))
    }
    return figures.sorted { ($1.spent, $0.reward) < ($0.spent, $1.reward) }
  }

  func brands(in connection: Connection) throws -> [String] {
    try connection.fetchAll("SELECT DISTINCT brand FROM rewards_rewards ORDER BY brand")
  }
}
