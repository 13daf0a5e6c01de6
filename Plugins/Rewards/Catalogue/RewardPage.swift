internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// The page of a reward's terms.
enum RewardPage {
  static let terms: [Field<Reward>] = [
    Field("brand", .text) { $0.brand },
    Field("title", .text) { $0.title },
    // A person reads it below everything else, as it is written.
    Field(optional: "text", .cell(.text).orNull, shown: { _ in false }) { $0.text.isEmpty ? .missing : .text($0.text) },
    Field("picture", .text) { $0.picture },
    Field("delivery", .cell(.text)) { $0.delivery.cell },
    Field("start", .time) { $0.start },
    Field("end", .time) { $0.end },
    Field("time_zone", .text) { $0.timeZone },
  ]

  static let rules: [Field<Reward>] = [
    Field("copayment", .text, "cash part") { $0.copayment?.description },
    Field("value", .text) { $0.value?.description },
    Field("cost", .text, for: .business) { $0.cost?.description },
    Field("hold", .text, "held for") { $0.hold.written },
    Field("minimum_mode", .text) { $0.minimumMode.name },
    Field("conditions", .texts(), for: .business) { $0.conditions },
    Field("limits", object: limits, title: "Limits") { $0.limits },
  ]

  private static let limits: [Field<Reward.Limits>] = [
    Field("per_user", .integer) { $0.perUser },
    Field("per_user_and_day", .integer) { $0.perUserAndDay },
    Field("total", .integer, "in all") { $0.total },
  ]

  /// A series of vouchers, nil where it is not there yet, and its name.
  typealias NamedSeries = (name: String, series: VoucherSeries?)

  static let series: [Field<NamedSeries>] = [
    Field("name", .text, "series", for: .business) { $0.name },
    Field("exists", .boolean, "is there", for: .business) { $0.series != nil },
    Field("value", .text, "worth") { $0.series?.value?.description },
    Field("minimum_purchase", .text, "minimum purchase") { $0.series?.minimumPurchase?.description },
    Field("end", .time, "good until") { $0.series?.end },
    Field("void", .boolean, "made void") { $0.series?.isVoid ?? false },
    // Null where they are made as they are needed.
    Field("left", .integer, for: .business) { $0.series?.left },
  ]

  static let redemptions: [Field<RewardStore.Redemptions>] = Redemption.State.allCases.map { state in
    Field(state.rawValue.replacing("-", with: "_"), .integer, for: .business) { $0.counts[state] ?? 0 }
  }
}
