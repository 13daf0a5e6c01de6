internal import CoinsContract
internal import QixModule
internal import VouchersContract

extension Document {
  /// A redemption as each command tells it.
  /// - Parameter isReal: false for one that a dry run made, whose id names nothing.
  init(_ schema: String, _ redeemed: RedemptionService.Redeemed, isReal: Bool, at now: Timestamp) {
    self.init(schema)
    if isReal { primary = "\(redeemed.redemption.id)" }
    field("redemption", .identifier(isReal ? redeemed.redemption.id : nil))
    add(redeemed.redemption, redeemed.reward, at: now)
  }

  mutating func add(_ redemption: Redemption, _ reward: Reward, at now: Timestamp) {
    field("reward", .text(reward.name))
    field("user", .identifier(redemption.user))
    field("state", .text(redemption.state(at: now).rawValue))
    field("quantity", .integer(redemption.quantity))
    field("price", "price of one", .coins(redemption.price))
    field("coins", .coins(redemption.coins))
    field("copayment", "cash part", .text(reward.copayment.map { $0.words(times: redemption.quantity) }))
    field("held_until", .timestamp(redemption.stage == .held ? redemption.heldUntil : nil))
  }

  /// The vouchers that were handed out; a person isn't shown a list where there are none.
  /// - Parameter vouchers: none in a dry run, whose codes will go to another user.
  mutating func add(_ vouchers: [AssignedVoucher], in context: Context) {
    if vouchers.isEmpty, context.face.isForPeople { return }
    table("vouchers", title: "Vouchers", Self.vouchers, rows: vouchers)
  }

  private static let vouchers: [RowField<AssignedVoucher>] = [
    RowField("voucher") { .identifier($0.id) },
    RowField("code") { .text($0.code) },
    RowField("until", "GOOD UNTIL") { .timestamp($0.end) },
  ]
}

extension Money {
  /// So many times this amount; as a product where no amount is that large.
  fileprivate func words(times count: Int64) -> String {
    let (units, isTooLarge) = minorUnits.multipliedReportingOverflow(by: count)
    return isTooLarge ? "\(count) × \(self)" : "\(Money(minorUnits: units, currency: currency))"
  }
}
