internal import CampaignsContract
internal import QixKernel
internal import QixTerminal

/// How a simulation is shown.
struct SimulationPage {
  let campaign: Campaign
  let assumptions: Simulation.Assumptions
  let result: SimulationResult

  /// Kinds of prize that are listed; cuts by caps make many.
  private static let mostPrizes = 20

  var document: Document {
    var document = Document("campaign.simulate/1")
    document.primary = "\(result.coins)"
    document.field("campaign", "campaign", .text(campaign.name))
    document.field("users", "users", .integer(assumptions.users))
    document.field("seed", "seed", .text("\(assumptions.seed)"))
    document.field("days", "days", .integer(Int64(result.days.count)))
    document.field("not_simulated", "not simulated", .texts(leftOut))
    document.field("budget", "budget", assumptions.budget.map(Cell.coins) ?? .missing)
    document.field("coins", "coins spent", .coins(result.coins))
    document.field("budget_ends", "budget ends", result.budgetEnd.map(Cell.date) ?? .missing)
    document.field("takers", "takers", .integer(result.takers))
    document.field("winners", "winners", .integer(result.winners))
    document.field("cost_per_user", "coins per user", Self.share(result.coins, assumptions.users))
    document.field("cost_per_taker", "coins per taker", Self.share(result.coins, result.takers))
    document.field("cost_per_winner", "coins per winner", Self.share(result.coins, result.winners))
    let columns = [Column("step", "STEP"), Column("count", "SHAKES", alignment: .trailing)]
    document.table(
      "funnel", title: "Funnel", columns: columns,
      rows: [
        [.text("shakes"), .integer(result.shakes)], [.text("accepted"), .integer(result.accepted)],
        [.text("won"), .integer(result.wins)],
      ])
    document.table(
      "refused", title: "Refused",
      columns: [Column("code", "BECAUSE"), Column("count", "SHAKES", alignment: .trailing)],
      rows: result.refused.map { [.text($0.code), .integer($0.count)] })
    let prizes = result.prizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    document.table(
      "prizes", title: "What was won",
      columns: [
        Column("coins", "COINS", alignment: .trailing), Column("count", "TIMES", alignment: .trailing),
      ], rows: prizes.prefix(Self.mostPrizes).map { [.coins($0.key), .integer($0.value)] })
    document.table(
      "distribution", title: "Coins of a user",
      columns: [
        Column("percent", "PERCENT OF USERS", alignment: .trailing),
        Column("coins", "COINS AT MOST", alignment: .trailing),
      ],
      rows: [10, 25, 50, 75, 90, 99, 100].map { [.integer(Int64($0)), .coins(result.percentile($0))] })
    document.table(
      "by_day", title: "By day",
      columns: [
        Column("date", "DAY"), Column("shakes", "SHAKES", alignment: .trailing),
        Column("accepted", "ACCEPTED", alignment: .trailing), Column("won", "WON", alignment: .trailing),
        Column("coins", "COINS", alignment: .trailing), Column("total", "SO FAR", alignment: .trailing),
      ],
      rows: result.days.map {
        [
          .date($0.date), .integer($0.shakes), .integer($0.accepted), .integer($0.wins), .coins($0.coins),
          .coins($0.total),
        ]
      })
    return document
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

  /// What was spent by each day's end, and the budget where there is one.
  var chart: Chart {
    // Times on a chart are shown in UTC, so days are put where UTC would have them.
    func place(_ day: Int64) -> Timestamp { Timestamp(startOf: CalendarDate(daysSinceEpoch: day)) }
    let first = result.days.first?.date.daysSinceEpoch ?? 0
    let spent =
      [Chart.Point(place(first), 0)]
      + result.days.map { Chart.Point(place($0.date.daysSinceEpoch + 1), Double($0.total)) }
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
