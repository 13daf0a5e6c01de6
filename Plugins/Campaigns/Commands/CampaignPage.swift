internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixShake

/// The page of a campaign's rules.
enum CampaignPage {
  static func rules(of campaign: Campaign, into document: inout Document) {
    document.field("award", .text(words(campaign.award)))
    document.field("multiplier", "multiplied by", .text(campaign.multiplier))
    document.field("expires", "coins expire", .text(campaign.expires.map(words)))
    document.field("draw_window", .text(campaign.drawWindow?.written))
    document.field("priority", .integer(campaign.priority))
    document.group("audience", "Audience") { group in
      group.field("minimum_mode", .text(campaign.audience.minimumMode.name))
      group.field("segment", .text(campaign.audience.segment))
      group.field("conditions", .texts(campaign.audience.conditions))
    }
    document.group("caps", "Caps") { group in
      for cap in Campaign.Cap.allCases {
        group.field(cap.rawValue.replacing("-", with: "_"), .integer(campaign.caps[cap]))
      }
    }
    document.group("pace", "Pace") { group in
      let cooldown = campaign.pace.cooldown
      group.field("cooldown", .text(cooldown == 0 ? nil : Period(microseconds: cooldown).written))
      group.field("per_minute", .integer(campaign.pace.perMinute))
      group.field("users_per_device", .integer(campaign.pace.usersPerDevice))
    }
    document.table("shakes", title: "Shakes", types, rows: campaign.types)
  }

  private static let types: [RowField<Campaign.ShakeUse>] = [
    RowField("type") { .text($0.type) },
    RowField("settings") { .text(JSONValue.object($0.settings).text()) },
  ]

  static func words(_ expiry: Expiry) -> String {
    switch expiry {
    case .at(let time): "\(time)"
    case .after(let period): "\(period.written) after the win"
    }
  }

  static func words(_ award: Award) -> String {
    switch award {
    case .fixed(let coins): return "\(coins) each time"
    case .perUnit(let coins, let most):
      return "\(coins) for each unit" + (most.map { ", \($0) at most" } ?? "")
    case .table(let table):
      let rows = table.rows.map { row in
        switch row {
        case .from(let least, let coins): "from \(TableRows.text(least)) on \(coins)"
        case .value(let text, let coins): "'\(text)' \(coins)"
        }
      }
      return "by \(table.fact): \(rows.joined(separator: ", ")), else \(table.otherwise)"
    case .weighted(let prizes):
      let sum = prizes.reduce(0.0) { $0 + Double($1.weight) }
      return "drawn: "
        + prizes.map { "\($0.coins) in \(percent(Double($0.weight) / sum))" }.joined(separator: ", ")
    case .jackpot(let pot):
      return "a jackpot from \(pot.start) to \(pot.most), \(pot.step) more with each try; one try in \(pot.odds) wins"
    }
  }

  /// `12.5 %` of 0.125, to a thousandth.
  private static func percent(_ share: Double) -> String {
    let thousandths = Int64((share * 100_000).rounded())
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(whole) %" }
    var digits = String(1_000 + rest).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(whole).\(digits) %"
  }
}
