internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// How a campaign's rules are shown.
enum CampaignPage {
  static func rules(of campaign: Campaign, into document: inout Document) {
    document.field("award", "award", .text(words(campaign.award)))
    document.field("expires", "coins expire", campaign.expires.map { .text(words($0)) } ?? .missing)
    document.field("draw_window", "draw window", campaign.drawWindow.map { .text($0.written) } ?? .missing)
    document.field("priority", "priority", .integer(campaign.priority))
    document.group("audience", "Audience") { group in
      group.field("minimum_mode", "minimum mode", .text(campaign.audience.minimumMode.name))
      group.field("segment", "segment", campaign.audience.segment.map(Cell.text) ?? .missing)
    }
    document.group("caps", "Caps") { group in
      for cap in Campaign.Cap.allCases {
        let words = cap.rawValue.map { $0 == "-" ? " " : String($0) }.joined()
        group.field(
          cap.rawValue.map { $0 == "-" ? "_" : String($0) }.joined(), words,
          campaign.caps[cap].map(Cell.integer) ?? .missing)
      }
    }
    document.group("pace", "Pace") { group in
      let cooldown = campaign.pace.cooldown
      group.field(
        "cooldown", "cooldown", cooldown == 0 ? .missing : .text(Period(microseconds: cooldown).written))
      group.field("per_minute", "per minute", campaign.pace.perMinute.map(Cell.integer) ?? .missing)
      group.field("users_per_device", "users per device", campaign.pace.usersPerDevice.map(Cell.integer) ?? .missing)
    }
    document.table(
      "shakes", title: "Shakes", columns: [Column("type", "TYPE"), Column("settings", "SETTINGS")],
      rows: campaign.types.map { [.text($0.type), .text(JSONValue.object($0.settings).text())] })
  }

  static func words(_ expiry: Expiry) -> String {
    switch expiry {
    case .at(let time): "\(time)"
    case .after(let period): "\(period.written) after they were won"
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
      return "by lot: "
        + prizes.map { "\($0.coins) in \(percent(Double($0.weight) / sum))" }.joined(separator: ", ")
    case .jackpot(let pot):
      return "a jackpot from \(pot.start), \(pot.step) more with each try, to \(pot.most); one in \(pot.odds) wins"
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
