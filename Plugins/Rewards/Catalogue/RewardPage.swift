internal import IdentityContract
internal import QixKernel
internal import QixTerminal
internal import VouchersContract

/// How the terms of a reward are shown.
enum RewardPage {
  /// - Parameter hasText: whether what describes it is a field like the others.
  static func terms(of reward: Reward, into document: inout Document, hasText: Bool) {
    document.field("brand", "brand", .text(reward.brand))
    document.field("title", "title", .text(reward.title))
    if hasText { document.field("text", "text", reward.text.isEmpty ? .missing : .text(reward.text)) }
    document.field("picture", "picture", reward.picture.map(Cell.text) ?? .missing)
    document.field("delivery", "delivery", .text(reward.delivery.text))
    document.field("start", "start", reward.start.map(Cell.timestamp) ?? .missing)
    document.field("end", "end", reward.end.map(Cell.timestamp) ?? .missing)
    document.field("time_zone", "time zone", .text(reward.timeZone))
  }

  static func rules(of reward: Reward, into document: inout Document) {
    document.field("copayment", "paid beside the coins", reward.copayment.map(money) ?? .missing)
    document.field("value", "value", reward.value.map(money) ?? .missing)
    document.field("cost", "cost", reward.cost.map(money) ?? .missing)
    document.field("hold", "held for", .text(reward.hold.written))
    document.field("minimum_mode", "minimum mode", .text(reward.minimumMode.name))
    document.field("conditions", "conditions", .texts(reward.conditions))
    document.group("limits", "Limits") { group in
      group.field("per_user", "per user", reward.limits.perUser.map(Cell.integer) ?? .missing)
      group.field("per_user_and_day", "per user and day", reward.limits.perUserAndDay.map(Cell.integer) ?? .missing)
      group.field("total", "in all", reward.limits.total.map(Cell.integer) ?? .missing)
    }
  }

  /// - Parameter series: nil where it is not there yet.
  static func fields(of series: VoucherSeries?, named name: String, into document: inout Document) {
    document.group("series", "Vouchers") { group in
      group.field("name", "series", .text(name))
      group.field("exists", "is there", .boolean(series != nil))
      group.field("value", "worth", series?.value.map(money) ?? .missing)
      group.field("minimum_purchase", "of a purchase of", series?.minimumPurchase.map(money) ?? .missing)
      group.field("end", "good until", series?.end.map(Cell.timestamp) ?? .missing)
      group.field("void", "made void", .boolean(series?.isVoid ?? false))
      // Nothing where they are made as they are needed.
      group.field("left", "left", series?.left.map(Cell.integer) ?? .missing)
    }
  }

  static func fields(of redemptions: RewardStore.Redemptions, into document: inout Document) {
    document.group("redemptions", "Redemptions") { group in
      for state in Redemption.State.allCases {
        let name = state.rawValue
        group.field(
          String(name.map { $0 == "-" ? "_" : $0 }), String(name.map { $0 == "-" ? " " : $0 }),
          .integer(redemptions.counts[state] ?? 0))
      }
    }
  }

  private static func money(_ money: Money) -> Cell { .text(money.description) }
}
