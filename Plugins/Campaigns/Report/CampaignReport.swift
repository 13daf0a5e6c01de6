internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// The report on a campaign: its figures as a document and a chart.
struct CampaignReport: Sendable {
  let campaign: Campaign
  let summary: ActivitySummary
  let balance: Balance

  private static let hour: Int64 = 3_600_000_000

  func document(withHours: Bool) -> Document {
    var document = campaign.document("campaign.report/1")
    document.field("users", .integer(summary.users))
    document.field("takers", .integer(summary.takers))
    document.field("winners", .integer(summary.winners))
    document.field("coins", "coins won", .coins(summary.coins))
    document.field("available", "left in the budget", .coins(balance.available))
    document.field("cost_per_user", "coins per user", SimulationPage.share(summary.coins, summary.users))
    document.field("cost_per_taker", "coins per taker", SimulationPage.share(summary.coins, summary.takers))
    document.field("cost_per_winner", "coins per winner", SimulationPage.share(summary.coins, summary.winners))
    let funnel: [(name: String, count: Int64)] = [
      ("shakes", summary.shakes), ("accepted", summary.accepted), ("won", summary.won),
    ]
    document.table("funnel", title: "Funnel", shares("step"), rows: funnel)
    let refused = summary.refused.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
    document.table(
      "refused", title: "Refused", shares("code", "BECAUSE"), rows: refused.map { (name: $0.code, count: $0.count) })
    if withHours { document.table("hours", title: "By hour", Self.hours, rows: summary.hours) }
    return document
  }

  private static let hours: [RowField<(start: Timestamp, shakes: Int64, won: Int64, coins: Int64)>] = [
    RowField("start", "HOUR") { .timestamp($0.start) },
    RowField(number: "shakes") { .integer($0.shakes) },
    RowField(number: "won") { .integer($0.won) },
    RowField(number: "coins") { .coins($0.coins) },
  ]

  /// Names of parts of all shakes, and how many each is.
  private func shares(_ key: String, _ title: String? = nil) -> [RowField<(name: String, count: Int64)>] {
    let all = summary.shakes
    return [
      RowField(key, title) { .text($0.name) },
      RowField(number: "count", "SHAKES") { .integer($0.count) },
      RowField(number: "percent", "SHARE") {
        .percent(all == 0 ? nil : Double($0.count) * 100 / Double(all))
      },
    ]
  }

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
