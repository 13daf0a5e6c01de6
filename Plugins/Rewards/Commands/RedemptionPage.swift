internal import CoinsContract
internal import QixModule
internal import VouchersContract

/// A redemption as each command tells it.
struct RedemptionPage {
  let redemption: Redemption
  let reward: Reward
  let isReplay: Bool
  /// Those that were handed out: none in a dry run, whose codes will go to another user.
  let vouchers: [AssignedVoucher]
  /// False for one that a dry run made, whose id names nothing.
  let isReal: Bool
  let now: Timestamp

  init(
    _ redeemed: RedemptionService.Redeemed, vouchers: [AssignedVoucher] = [], isReal: Bool = true, at now: Timestamp
  ) {
    (redemption, reward, isReplay) = (redeemed.redemption, redeemed.reward, redeemed.isReplay)
    (self.vouchers, self.isReal, self.now) = (vouchers, isReal, now)
  }

  /// The id, which is all that is printed under `--quiet`.
  var primary: String? { isReal ? "\(redemption.id)" : nil }

  static let fields: [Field<RedemptionPage>] = [
    Field("redemption", .id) { $0.isReal ? $0.redemption.id : nil },
    Field("reward", .text) { $0.reward.name },
    Field("user", .id) { $0.redemption.user },
    Field("state", .text) { $0.redemption.state(at: $0.now).rawValue },
    Field("quantity", .integer) { $0.redemption.quantity },
    Field("price", .coins.orNull, "price of one") { $0.redemption.price },
    Field("coins", .coins) { $0.redemption.coins },
    Field("copayment", .text, "cash part") { page in
      page.reward.copayment.map { $0.words(times: page.redemption.quantity) }
    },
    Field("held_until", .time) { $0.redemption.stage == .held ? $0.redemption.heldUntil : nil },
  ]

  static let note = Field<RedemptionPage>("note", .text, for: .reason) { $0.redemption.note }
  static let replayed = Field<RedemptionPage>("replayed", .boolean) { $0.isReplay }
  static let handed = Field<RedemptionPage>(optional: "vouchers", rows: handedVouchers, title: "Vouchers", none: nil) {
    $0.vouchers
  }

  private static let handedVouchers: [Field<AssignedVoucher>] = [
    Field("voucher", .id) { $0.id },
    Field("code", .text) { $0.code },
    Field("until", .time, "GOOD UNTIL") { $0.end },
  ]
}

extension Money {
  /// So many times this amount; as a product where no amount is that large.
  fileprivate func words(times count: Int64) -> String {
    let (units, isTooLarge) = minorUnits.multipliedReportingOverflow(by: count)
    return isTooLarge ? "\(count) × \(self)" : "\(Money(minorUnits: units, currency: currency))"
  }
}
