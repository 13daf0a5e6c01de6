internal import CoinsContract
internal import IdentityContract
package import QixModule

extension RewardsModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    let now = context.clock.now()
    try context.database.read { connection in
      let rewards = RewardStore(connection)
      if search.isOpen(ShowReward.self), search.id(RewardID.self) != nil || !search.isID,
        let reward = try rewards.find(search.text)
      {
        search.add(
          "reward", reward.id, of: nil, "\(reward.title)", by: search.isID ? "id" : "name", state: "\(reward.state)")
      }
      guard search.isOpen(ShowRedemption.self), let (redemption, by) = try redemption(search, in: connection, context)
      else { return }
      let title = try rewards.find(redemption.reward)?.title ?? "\(redemption.reward)"
      search.add(
        "redemption", redemption.id, of: redemption.user, "\(title)", by: by,
        state: redemption.state(at: now).rawValue)
    }
  }

  private static func redemption(
    _ search: Search, in connection: Connection, _ context: Context
  ) throws -> (redemption: Redemption, by: String)? {
    let store = RedemptionStore(connection)
    if let id = search.id(RedemptionID.self) { return try store.find(id).map { ($0, "id") } }
    if search.isID {
      // The redemption that a refund is of.
      guard search.id(RefundID.self) != nil, let reference = RedemptionReference(search.text) else { return nil }
      return try store.find(reference).flatMap { try store.find($0) }.map { ($0, "refund") }
    }
    guard context.mayTell(.key) else { return nil }
    return try store.find(key: search.text).map { ($0, "key") }
  }
}
