internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// The report on a campaign: its figures as a document and a chart.
struct CampaignReport: Sendable {
  let campaign: Campaign
  let summary: ActivitySummary
  let balance: Balance
  let hasHours: Bool

  /// A part of all shakes.
  private typealias Share = (name: String, count: Int64, all: Int64)

  private var giftCoins: Int64 { summary.gifts.values.reduce(0) { $0 + $1.coins } }

  private static let hour: Int64 = 3_600_000_000

  static let fields: [Field<Self>] =
    Campaign.head.of { $0.campaign } + [
      Field("users", .integer) { $0.summary.users },
      Field("takers", .integer) { $0.summary.takers },
      Field("winners", .integer) { $0.summary.winners },
      Field("coins", .coins, "coins won") { $0.summary.coins },
      Field(optional: "prize_coins", .coins, "paid for prizes") { page in
        page.summary.gifts.isEmpty ? nil : page.giftCoins
      },
      Field("available", .coins, "left in the budget") { $0.balance.available },
    ]
    + SimulationPage.costs.of {
      (
        coins: $0.summary.coins + $0.giftCoins, users: $0.summary.users, takers: $0.summary.takers,
        winners: $0.summary.winners
      )
    }
    + [
      Field("funnel", rows: shares("step"), title: "Funnel") { page in
        [("shakes", page.summary.shakes), ("accepted", page.summary.accepted), ("won", page.summary.won)].map(
          page.share)
      },
      Field("refused", rows: shares("code", "BECAUSE"), title: "Refused") { page in
        page.summary.refused.sorted { ($1.count, $0.code) < ($0.count, $1.code) }.map { page.share($0.code, $0.count) }
      },
      Field(optional: "prizes", rows: prizes, title: "Prizes besides coins") { page in
        let gifts = page.campaign.award.gifts
        return gifts.isEmpty ? nil : gifts.map { (gift: $0, given: page.summary.gifts[$0.name] ?? (0, 0)) }
      },
      Field(optional: "hours", rows: hours, title: "By hour") { $0.hasHours ? $0.summary.hours : nil },
    ]

  private static let prizes: [Field<(gift: Award.Gift, given: (count: Int64, coins: Int64))>] = [
    Field("prize", .text) { $0.gift.name },
    Field("given", .integer) { $0.given.count },
    Field("most", .integer, "AT MOST") { $0.gift.most },
    Field("coins", .coins, "PAID FOR THEM") { $0.given.coins },
  ]

  private static let hours: [Field<(start: Timestamp, shakes: Int64, won: Int64, coins: Int64)>] = [
    Field("start", .time, "HOUR") { $0.start },
    Field("shakes", .integer) { $0.shakes },
    Field("won", .integer) { $0.won },
    Field("coins", .coins) { $0.coins },
  ]

  private static func shares(_ key: String, _ title: String? = nil) -> [Field<Share>] {
    [
      Field(key, .text, title) { $0.name },
      Field("count", .integer, "SHAKES") { $0.count },
      Field("percent", .percent(), "SHARE") { $0.all == 0 ? nil : Double($0.count) * 100 / Double($0.all) },
    ]
  }

  private func share(_ name: String, _ count: Int64) -> Share { (name, count, summary.shakes) }

  /// Shakes and wins by hour; hours between them without any are zero.
  var chart: Chart {
    func points(_ value: (Int) -> Int64) -> [Chart.Point] {
      var points: [Chart.Point] = []
      var last: Timestamp?
      for (index, hour) in summary.hours.enumerated() {
        // A line falls to zero before and after a gap.
        if let last, hour.start.microseconds - last.microseconds > Self.hour {
          points.append(Chart.Point(last.advanced(byMicroseconds: Self.hour), 0))
          points.append(Chart.Point(hour.start.advanced(byMicroseconds: -1), 0))
        }
        points.append(Chart.Point(hour.start, Double(value(index))))
        last = hour.start
      }
      if let last { points.append(Chart.Point(last.advanced(byMicroseconds: Self.hour), 0)) }
      return points
    }
    return Chart(
      title: "\(campaign.title): shakes by hour", x: Chart.Axis("UTC", .time), y: Chart.Axis("shakes"),
      series: [
        Chart.Series("shakes", .step, points { summary.hours[$0].shakes }),
        Chart.Series("won", .step, points { summary.hours[$0].won }),
      ])
  }
}
