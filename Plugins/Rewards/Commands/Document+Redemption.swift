internal import CoinsContract
internal import QixKernel
internal import QixTerminal
internal import VouchersContract

extension Document {
  /// A redemption as each command tells it.
  /// - Parameters:
  ///   - isDryRun: leaves out what was made for nothing: the id, and codes that are somebody else's tomorrow.
  ///   - isForPeople: leaves out a list of vouchers where there are none.
  mutating func add(
    _ redeemed: RedemptionDesk.Redeemed, at now: Timestamp, isDryRun: Bool, isForPeople: Bool
  ) {
    let redemption = redeemed.redemption
    let isReal = !isDryRun || redeemed.isReplay
    if isReal { primary = "\(redemption.id)" }
    field("redemption", "redemption", isReal ? .identifier("\(redemption.id)") : .missing)
    add(redemption, redeemed.reward, at: now)
    let vouchers = isReal ? redeemed.vouchers : []
    if isForPeople, vouchers.isEmpty { return }
    table(
      "vouchers", title: "Vouchers",
      columns: [Column("voucher", "VOUCHER"), Column("code", "CODE"), Column("until", "GOOD UNTIL")],
      rows: vouchers.map { [.identifier("\($0.id)"), .text($0.code), .time($0.end)] })
  }

  mutating func add(_ redemption: Redemption, _ reward: Reward, at now: Timestamp) {
    field("reward", "reward", .text(reward.name))
    field("user", "user", .identifier("\(redemption.user)"))
    field("state", "state", .text(redemption.state(at: now).rawValue))
    field("quantity", "quantity", .integer(redemption.quantity))
    field("price", "price of one", .coins(redemption.price))
    field("coins", "coins", .coins(redemption.coins))
    field("copayment", "to pay beside", .text(optional: reward.copayment.map { $0.words(times: redemption.quantity) }))
    field("held_until", "held until", redemption.stage == .held ? .time(redemption.heldUntil) : .missing)
  }
}

extension Money {
  /// So many times this amount; as a product where no amount is that large.
  fileprivate func words(times count: Int64) -> String {
    let (units, isTooLarge) = minorUnits.multipliedReportingOverflow(by: count)
    return isTooLarge ? "\(count) × \(self)" : "\(Money(minorUnits: units, currency: currency))"
  }
}

extension Cell {
  static func text(optional text: String?) -> Cell { text.map(Cell.text) ?? .missing }
  static func time(_ time: Timestamp?) -> Cell { time.map(Cell.timestamp) ?? .missing }
}
