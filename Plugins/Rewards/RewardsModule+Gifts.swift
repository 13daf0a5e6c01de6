package import CampaignsContract
package import QixModule

/// A gift of this module is a reward: the campaign's budget gives the user the coins for it, and they are spent on it at
/// once. So rewards, coins and reports know it as any other redemption.
extension RewardsModule: GiftProviding {
  package static let giftKind = "reward"

  package static func problem(withGift name: String, in connection: Connection) throws -> String? {
    guard let reward = try RewardStore(connection).find(name) else { return "there is no reward '\(name)'" }
    switch reward.state {
    case .published: return nil
    case .draft: return "the reward '\(name)' isn't published"
    case .retired: return "the reward '\(name)' was retired"
    }
  }

  package static func title(ofGift name: String, in connection: Connection) throws -> String? {
    try RewardStore(connection).find(name)?.title
  }

  package static func coins(ofGift name: String, at time: Timestamp, in connection: Connection) throws -> Int64 {
    let store = RewardStore(connection)
    return try store.find(name).flatMap { try store.price(of: $0.id, at: time) } ?? 0
  }

  package static func giver(in context: Context) throws -> any GiftGiving {
    RewardGiver(service: try RedemptionService(context, vouchers: true))
  }
}

private struct RewardGiver: GiftGiving {
  let service: RedemptionService

  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> String? {
    var request = RedemptionService.Request(reward: name, user: "\(win.user)", key: "\(win.shake)")
    request.budget = win.budget
    return "\(try service.redeem(request, in: connection).redemption.id)"
  }
}
