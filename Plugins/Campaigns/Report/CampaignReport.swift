internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixTerminal

/// What came of a campaign, as it is shown.
struct CampaignReport: Sendable {
  let campaign: Campaign
  let summary: ActivitySummary
  let balance: Balance

  private static let hour: Int64 = 3_600_000_000

  func document(withHours: Bool) -> Document {
    var document = CampaignOf.document("campaign.report/1", campaign)
    document.field("users", "users", .integer(summary.users))
    document.field("takers", "takers", .integer(summary.takers))
    document.field("winners", "winners", .integer(summary.winners))
    document.field("coins", "coins won", .coins(summary.coins))
    document.field("available", "left in the budget", .coins(balance.available))
    document.field("cost_per_user", "coins per user", SimulationPage.share(summary.coins, summary.users))
    document.field("cost_per_taker", "coins per taker", SimulationPage.share(summary.coins, summary.takers))
    document.field("cost_per_winner", "coins per winner", SimulationPage.share(summary.coins, summary.winners))
    document.table(
      "funnel", title: "Funnel",
      columns: [
        Column("step", "STEP"), Column("count", "SHAKES", alignment: .trailing),
        Column("percent", "% OF ALL", alignment: .trailing),
      ],
      rows: [("shakes", summary.shakes), ("accepted", summary.accepted), ("won", summary.won)].map {
        [.text($0), .integer($1), percent($1)]
      })
    let refused = summary.refused.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
    document.table(
      "refused", title: "Refused",
      columns: [
        Column("code", "BECAUSE"), Column("count", "SHAKES", alignment: .trailing),
        Column("percent", "% OF ALL", alignment: .trailing),
      ], rows: refused.map { [.text($0.code), .integer($0.count), percent($0.count)] })
    guard withHours else { return document }
    document.table(
      "hours", title: "By hour",
      columns: [
        Column("start", "HOUR"), Column("shakes", "SHAKES", alignment: .trailing),
        Column("won", "WON", alignment: .trailing), Column("coins", "COINS", alignment: .trailing),
      ],
      rows: summary.hours.map { [.timestamp($0.start), .integer($0.shakes), .integer($0.won), .coins($0.coins)] })
    return document
  }

  private func percent(_ count: Int64) -> Cell {
    summary.shakes == 0 ? .missing : .decimal(Double(count) * 100 / Double(summary.shakes), places: 1)
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
