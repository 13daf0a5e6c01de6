internal import CampaignsContract
internal import QixModule

/// The page of a simulation.
struct SimulationPage {
  let campaign: Campaign
  let assumptions: Simulation.Assumptions
  let result: SimulationResult

  /// Kinds of prize that are listed; cuts by caps make many.
  private static let mostPrizes = 20

  var document: Document {
    var document = Document("campaign.simulate/1")
    document.primary = "\(result.coins)"
    document.field("campaign", .text(campaign.name))
    document.field("users", .integer(assumptions.users))
    document.field("seed", .text("\(assumptions.seed)"))
    document.field("days", .integer(Int64(result.days.count)))
    document.field("not_simulated", .texts(leftOut))
    document.field("budget", .coins(assumptions.budget))
    document.field("coins", "coins spent", .coins(result.coins))
    document.field("budget_ends", .date(result.budgetEnd))
    document.field("takers", .integer(result.takers))
    document.field("winners", .integer(result.winners))
    document.field("cost_per_user", "coins per user", Self.share(result.coins, assumptions.users))
    document.field("cost_per_taker", "coins per taker", Self.share(result.coins, result.takers))
    document.field("cost_per_winner", "coins per winner", Self.share(result.coins, result.winners))
    document.table(
      "funnel", title: "Funnel", Self.counts("step"),
      rows: [
        (code: "shakes", count: result.shakes), (code: "accepted", count: result.accepted),
        (code: "won", count: result.wins),
      ])
    document.table("refused", title: "Refused", Self.counts("code", "BECAUSE"), rows: result.refused)
    let prizes = result.prizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    document.table("prizes", title: "What was won", Self.prizes, rows: prizes.prefix(Self.mostPrizes))
    document.table(
      "distribution", title: "Coins per user", Self.distribution,
      rows: [10, 25, 50, 75, 90, 99, 100].map { (percent: $0, coins: result.percentile($0)) })
    let (step, rows) = result.periods
    document.table("by_day", title: "By \(step)", Self.days(step), rows: rows)
    if step != .day {
      document.note(
        "With more than \(SimulationResult.mostPeriods) days, each row is a \(step), named by its first day.")
    }
    return document
  }

  private static func counts(_ key: String, _ title: String? = nil) -> [RowField<(code: String, count: Int64)>] {
    [RowField(key, title) { .text($0.code) }, RowField(number: "count", "SHAKES") { .integer($0.count) }]
  }

  private static let prizes: [RowField<(key: Int64, value: Int64)>] = [
    RowField(number: "coins") { .coins($0.key) },
    RowField(number: "count", "TIMES") { .integer($0.value) },
  ]
  private static let distribution: [RowField<(percent: Int, coins: Int64)>] = [
    RowField(number: "percent", "PERCENT OF USERS") { .count($0.percent) },
    RowField(number: "coins", "COINS, AT MOST") { .coins($0.coins) },
  ]
  private static func days(_ step: SimulationResult.Step) -> [RowField<SimulationResult.Day>] {
    [
      RowField("date", step == .day ? "DAY" : "FROM") { .date($0.date) },
      RowField(number: "shakes") { .integer($0.shakes) },
      RowField(number: "accepted") { .integer($0.accepted) },
      RowField(number: "won") { .integer($0.wins) },
      RowField(number: "coins") { .coins($0.coins) },
      RowField(number: "total", "SO FAR") { .coins($0.total) },
    ]
  }

  /// Rules of the campaign that a simulation knows nothing of, as the file calls them.
  private var leftOut: [String] {
    var names: [String] = []
    if campaign.audience != Campaign.Audience() { names.append(CampaignKeys.audience) }
    if campaign.multiplier != nil { names.append(CampaignKeys.multiplier) }
    if campaign.pace.perMinute != nil { names.append(CampaignKeys.Pace.perMinute) }
    if campaign.pace.usersPerDevice != nil { names.append(CampaignKeys.Pace.usersPerDevice) }
    return names
  }

  /// Coins spent by each day's end, and the budget where there is one.
  var chart: Chart {
    // Times on a chart are shown in UTC, so days are put where UTC would have them.
    func place(_ day: Int64) -> Timestamp { Timestamp(startOf: CalendarDate(daysSinceEpoch: day)) }
    let first = result.days.first?.date.daysSinceEpoch ?? 0
    let rows = result.periods.rows
    // What a row comes to is reached where the next one begins.
    let ends = rows.dropFirst().map(\.date.daysSinceEpoch) + [(result.days.last?.date.daysSinceEpoch ?? first) + 1]
    let spent = [Chart.Point(place(first), 0)] + zip(rows, ends).map { Chart.Point(place($1), Double($0.total)) }
    var series = [Chart.Series("spent", .area, spent)]
    if let budget = assumptions.budget, let last = spent.last, let start = spent.first {
      series.append(
        Chart.Series("budget", .line, [Chart.Point(start.x, Double(budget)), Chart.Point(last.x, Double(budget))]))
    }
    let end = result.budgetEnd.map { "the budget ends on \($0)" }
    return Chart(
      title: "\(campaign.title): coins spent, simulated", subtitle: end, x: Chart.Axis(nil, .time),
      y: Chart.Axis("coins"), series: series)
  }

  static func share(_ coins: Int64, _ users: Int64) -> Cell {
    users == 0 ? .missing : .decimal(Double(coins) / Double(users), places: 2)
  }
}
