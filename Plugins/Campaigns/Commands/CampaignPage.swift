internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixShake

/// The page of a campaign's rules. Customers see those that bound themselves: neither odds nor what a type of shake
/// looks for.
enum CampaignPage {
  static let fields: [Field<Campaign>] = [
    Field("award", .text, for: .business) { words($0.award) },
    Field("multiplier", .text, "multiplied by") { $0.multiplier },
    Field("expires", .text, "coins expire") { $0.expires.map(words) },
    Field("draw_window", .text) { $0.drawWindow?.written },
    Field("priority", .integer, for: .business) { $0.priority },
    Field("audience", object: audience, title: "Audience") { $0.audience },
    Field("caps", object: caps, title: "Caps") { $0.caps },
    Field("pace", object: pace, title: "Pace") { $0.pace },
    Field("shakes", rows: types, title: "Shakes") { $0.types },
  ]

  private static let audience: [Field<Campaign.Audience>] = [
    Field("minimum_mode", .text) { $0.minimumMode.name },
    Field("segment", .text, for: .business) { $0.segment },
    Field("conditions", .texts()) { $0.conditions },
  ]

  private static let caps: [Field<Campaign.Caps>] = Campaign.Cap.allCases.map { cap in
    Field(cap.rawValue.replacing("-", with: "_"), .integer, for: cap.isOfEachUser ? nil : .business) { $0[cap] }
  }

  private static let pace: [Field<Campaign.Pace>] = [
    Field("cooldown", .text) { $0.cooldown == 0 ? nil : Period(microseconds: $0.cooldown).written },
    Field("per_minute", .integer, for: .business) { $0.perMinute },
    Field("users_per_device", .integer, for: .business) { $0.usersPerDevice },
  ]

  private static let types: [Field<Campaign.ShakeUse>] = [
    Field("type", .text) { $0.type },
    Field("settings", .text, for: .business) { JSONValue.object($0.settings).text() },
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
        + lines(prizes).map { line in
          let weight = Double(line[line.startIndex].weight) * Double(line.count)
          return "\(words(line)) in \(percent(weight / sum))"
        }.joined(separator: ", ")
    case .jackpot(let pot):
      return "a jackpot from \(pot.start) to \(pot.most), \(pot.step) more with each try; one try in \(pot.odds) wins"
    }
  }

  /// Prizes as they are told: three or more numbers of coins, each one more than the last and as likely, are one line.
  private static func lines(_ prizes: [Award.Prize]) -> [ArraySlice<Award.Prize>] {
    var lines: [ArraySlice<Award.Prize>] = []
    var rest = prizes[...]
    while let first = rest.first {
      var end = rest.startIndex + 1
      while first.coins > 0, end < rest.endIndex, rest[end].gift == nil, rest[end].weight == first.weight,
        rest[end].coins == rest[end - 1].coins + 1
      {
        end += 1
      }
      if end - rest.startIndex < 3 { end = rest.startIndex + 1 }
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  private static func words(_ line: ArraySlice<Award.Prize>) -> String {
    let prize = line[line.startIndex]
    guard let gift = prize.gift else {
      return line.count == 1 ? "\(prize.coins)" : "\(prize.coins)–\(line[line.endIndex - 1].coins)"
    }
    return gift.name + (gift.most.map { " (at most \($0))" } ?? "")
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

extension Campaign.Cap {
  /// Whether it bounds each user, and not all of them together.
  fileprivate var isOfEachUser: Bool {
    switch self {
    case .attemptsPerUser, .attemptsPerUserAndDay, .winsPerUser, .coinsPerUser: true
    case .coinsPerDay, .wins: false
    }
  }
}
