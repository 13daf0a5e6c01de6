internal import CoinsContract
internal import QixKernel
internal import QixTerminal
internal import VouchersContract

extension Document {
  /// A redemption as each command tells it.
  /// - Parameter isDryRun: leaves out what was made for nothing: the id, and codes that are somebody else's tomorrow.
  mutating func add(_ redeemed: RedemptionDesk.Redeemed, at now: Timestamp, isDryRun: Bool) {
    let redemption = redeemed.redemption
    let isReal = !isDryRun || redeemed.isReplay
    if isReal { primary = "\(redemption.id)" }
    field("redemption", "redemption", isReal ? .identifier("\(redemption.id)") : .missing)
    add(redemption, redeemed.reward, at: now)
    table(
      "vouchers", title: "Vouchers",
      columns: [Column("voucher", "VOUCHER"), Column("code", "CODE"), Column("until", "GOOD UNTIL")],
      rows: isReal
        ? redeemed.vouchers.map {
          [.identifier("\($0.id)"), .text($0.code), $0.end.map(Cell.timestamp) ?? .missing]
        } : [])
  }

  mutating func add(_ redemption: Redemption, _ reward: Reward, at now: Timestamp) {
    field("reward", "reward", .text(reward.name))
    field("user", "user", .identifier("\(redemption.user)"))
    field("state", "state", .text(redemption.state(at: now).rawValue))
    field("quantity", "quantity", .integer(redemption.quantity))
    field("price", "price of one", .coins(redemption.price))
    field("coins", "coins", .coins(redemption.coins))
    field("copayment", "to pay beside", .text(optional: reward.copayment.map { "\($0)" }))
    field("held_until", "held until", redemption.heldUntil.map(Cell.timestamp) ?? .missing)
  }
}

extension Cell {
  static func text(optional text: String?) -> Cell { text.map(Cell.text) ?? .missing }
}
