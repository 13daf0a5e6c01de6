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
    let step = result.periods.step
    var document = Document("campaign.simulate/1", Self.fields + [Self.periods(by: step)], of: self)
    document.primary = "\(result.coins)"
    if step != .day {
      document.note(
        "With more than \(SimulationResult.mostPeriods) days, each row is a \(step), named by its first day.")
    }
    return document
  }

  static let fields: [Field<Self>] =
    [
      Field("campaign", .text) { $0.campaign.name },
      Field("users", .integer) { $0.assumptions.users },
      Field("seed", .text) { "\($0.assumptions.seed)" },
      Field("days", .count) { $0.result.days.count },
      Field("not_simulated", .texts()) { $0.leftOut },
      Field("budget", .coins) { $0.assumptions.budget },
      Field("coins", .coins, "coins spent") { $0.result.coins },
      Field(optional: "prize_coins", .coins, "of them for prizes") { page in
        page.result.gifts.isEmpty ? nil : page.result.paidForGifts
      },
      Field("budget_ends", .date) { $0.result.budgetEnd },
      Field("takers", .integer) { $0.result.takers },
      Field("winners", .integer) { $0.result.winners },
    ]
    + costs.of {
      (coins: $0.result.coins, users: $0.assumptions.users, takers: $0.result.takers, winners: $0.result.winners)
    }
    + [
      Field("funnel", rows: counts("step"), title: "Funnel") {
        [("shakes", $0.result.shakes), ("accepted", $0.result.accepted), ("won", $0.result.wins)]
      },
      Field("refused", rows: counts("code", "BECAUSE"), title: "Refused") { $0.result.refused },
      Field("prizes", rows: prizes, title: "What was won") {
        Array($0.result.wonPrizes.prefix(mostPrizes))
      },
      Field("distribution", rows: distribution, title: "Coins per user") { page in
        [10, 25, 50, 75, 90, 99, 100].map { ($0, page.result.percentile($0)) }
      },
    ]

  static let costs: [Field<(coins: Int64, users: Int64, takers: Int64, winners: Int64)>] = [
    Field("cost_per_user", .decimal(places: 2), "coins per user") { share($0.coins, $0.users) },
    Field("cost_per_taker", .decimal(places: 2), "coins per taker") { share($0.coins, $0.takers) },
    Field("cost_per_winner", .decimal(places: 2), "coins per winner") { share($0.coins, $0.winners) },
  ]

  private static func counts(_ key: String, _ title: String? = nil) -> [Field<(code: String, count: Int64)>] {
    [Field(key, .text, title) { $0.code }, Field("count", .integer, "SHAKES") { $0.count }]
  }

  private static let prizes: [Field<SimulationResult.Won>] = [
    Field("coins", .coins) { $0.coins },
    Field("count", .integer, "TIMES") { $0.count },
    Field("gift", .text, shown: { $0.gift != nil }) { $0.gift },
  ]

  private static let distribution: [Field<(percent: Int, coins: Int64)>] = [
    Field("percent", .count, "PERCENT OF USERS") { $0.percent },
    Field("coins", .coins, "COINS, AT MOST") { $0.coins },
  ]

  static func periods(by step: SimulationResult.Step) -> Field<Self> {
    let fields: [Field<SimulationResult.Day>] = [
      Field("date", .date, step == .day ? "DAY" : "FROM") { $0.date },
      Field("shakes", .integer) { $0.shakes },
      Field("accepted", .integer) { $0.accepted },
      Field("won", .integer) { $0.wins },
      Field("coins", .coins) { $0.coins },
      Field("total", .coins, "SO FAR") { $0.total },
    ]
    return Field("by_day", rows: fields, title: "By \(step)") { $0.result.periods.rows }
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

  private static func share(_ coins: Int64, _ users: Int64) -> Double? {
    users == 0 ? nil : Double(coins) / Double(users)
  }
}
