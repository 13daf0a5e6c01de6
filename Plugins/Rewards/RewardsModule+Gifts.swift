package import CampaignsContract
internal import CoinsContract
package import QixModule
internal import VouchersContract

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

  package static func terms(
    ofGift name: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms? {
    let store = RewardStore(connection)
    guard let reward = try store.find(name) else { return nil }
    let stock = try RewardStock(context.service(Coins.ledger), connection).standing(of: reward)?.available
    let limit = try reward.limits.total.map { $0 - (try RedemptionStore(connection).taken(of: reward.id, at: time)) }
    var series: Int64?
    if case .voucher(let name) = reward.delivery {
      series = try context.service(ifProvided: Vouchers.catalogue)?.series(name, in: connection)?.left
    }
    return GiftTerms(
      title: reward.title, coins: try store.price(of: reward.id, at: time) ?? 0,
      left: [stock, limit, series].compactMap { $0 }.min().map { max(0, $0) })
  }

  package static func giver(in context: Context) throws -> any GiftGiving {
    RewardGiver(service: try RedemptionService(context, vouchers: true))
  }
}

private struct RewardGiver: GiftGiving {
  let service: RedemptionService

  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> GivenGift {
    var request = RedemptionService.Request(reward: name, user: "\(win.user)")
    request.budget = win.budget
    let redemption = try service.redeem(request, in: connection).redemption
    return GivenGift("\(redemption.id)", coins: redemption.coins)
  }
}
