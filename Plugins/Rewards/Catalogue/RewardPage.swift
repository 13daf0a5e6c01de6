internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// The page of a reward's terms.
enum RewardPage {
  /// - Parameter hasText: whether what describes it is a field like the others.
  static func terms(of reward: Reward, into document: inout Document, hasText: Bool) {
    document.field("brand", .text(reward.brand))
    document.field("title", .text(reward.title))
    if hasText { document.field("text", reward.text.isEmpty ? .missing : .text(reward.text)) }
    document.field("picture", .text(reward.picture))
    document.field("delivery", reward.delivery.cell)
    document.field("start", .timestamp(reward.start))
    document.field("end", .timestamp(reward.end))
    document.field("time_zone", .text(reward.timeZone))
  }

  static func rules(of reward: Reward, into document: inout Document) {
    document.field("copayment", "cash part", money(reward.copayment))
    document.field("value", money(reward.value))
    document.field("cost", money(reward.cost), confidential: .business)
    document.field("hold", "held for", .text(reward.hold.written))
    document.field("minimum_mode", .text(reward.minimumMode.name))
    document.field("conditions", .texts(reward.conditions), confidential: .business)
    document.group("limits", "Limits") { group in
      group.field("per_user", .integer(reward.limits.perUser))
      group.field("per_user_and_day", .integer(reward.limits.perUserAndDay))
      group.field("total", "in all", .integer(reward.limits.total))
    }
  }

  /// - Parameter series: nil where it is not there yet.
  static func fields(of series: VoucherSeries?, named name: String, into document: inout Document) {
    document.group("series", "Vouchers") { group in
      group.field("name", "series", .text(name), confidential: .business)
      group.field("exists", "is there", .boolean(series != nil), confidential: .business)
      group.field("value", "worth", money(series?.value))
      group.field("minimum_purchase", "minimum purchase", money(series?.minimumPurchase))
      group.field("end", "good until", .timestamp(series?.end))
      group.field("void", "made void", .boolean(series?.isVoid ?? false))
      // Null where they are made as they are needed.
      group.field("left", .integer(series?.left), confidential: .business)
    }
  }

  static func fields(of redemptions: RewardStore.Redemptions, into document: inout Document) {
    document.group("redemptions", "Redemptions") { group in
      for state in Redemption.State.allCases {
        let count = redemptions.counts[state] ?? 0
        group.field(state.rawValue.replacing("-", with: "_"), .integer(count), confidential: .business)
      }
    }
  }

  private static func money(_ money: Money?) -> Cell { .text(money?.description) }
}
