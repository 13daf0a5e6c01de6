internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixModule
internal import RewardsContract

/// What happened in a time, told by the modules that know it.
struct MonthReport: Sendable {
  let since: Timestamp
  let until: Timestamp
  let brand: String?
  let zone: TimeZone
  /// By the days of the zone, or by its months where the time is long.
  let activity: [CalendarDate: CoinFlow]
  let isDaily: Bool
  /// The flow of all coins before the time, and until its end.
  let before: CoinFlow
  let after: CoinFlow
  /// Coins that had expired by the end without this being booked yet.
  let overdue: Int64
  let campaigns: [CampaignFigure]
  let rewards: [RewardFigure]

  /// A longer time is told by its months.
  private static let mostDays: Int64 = 62

  var flow: CoinFlow { after - before }

  /// Whether nothing was done in the time, by that brand where one is asked for.
  var isEmpty: Bool { campaigns.isEmpty && rewards.isEmpty && (brand != nil || activity.isEmpty) }

  /// Whether no coin had moved by its end either, as before an installation's first month.
  var isBeforeAll: Bool { isEmpty && after == CoinFlow() }

  /// Reads all of it, within one read transaction.
  static func make(
    since: Timestamp, until: Timestamp, brand: String?, zone: TimeZone, in context: Context, _ connection: Connection
  ) throws -> MonthReport {
    let isDaily = until.microseconds - since.microseconds <= mostDays * Timestamp.day
    let coins = try context.service(Coins.flows)
    let activity = try coins.flows(since: since, until: until, in: connection) { time in
      let date = zone.date(at: time)
      return isDaily ? date : CalendarDate(daysSinceEpoch: date.daysSinceEpoch - date.day + 1)
    }
    let now = context.clock.now()
    return MonthReport(
      since: since, until: until, brand: brand, zone: zone, activity: activity, isDaily: isDaily,
      before: try coins.total(until: since, in: connection), after: try coins.total(until: until, in: connection),
      overdue: try coins.overdue(at: min(until, now), in: connection),
      campaigns: try context.service(ifProvided: Campaigns.figures)?
        .figures(since: since, until: until, brand: brand, in: connection) ?? [],
      rewards: try context.service(ifProvided: Rewards.figures)?
        .figures(since: since, until: until, brand: brand, in: connection) ?? [])
  }
}

// MARK: Told

extension MonthReport {
  private static let head: [Field<MonthReport>] = [
    Field("since", .time, "from") { $0.since },
    Field("until", .end, "until before") { $0.until },
    Field("brand", .text) { $0.brand },
    Field("imported", .coins, "coins imported") { $0.flow.imported },
    Field("granted", .coins, "coins granted") { $0.flow.granted },
    Field("redeemed", .coins, "coins redeemed") { $0.flow.redeemed },
    Field("expired", .coins, "coins expired") { $0.flow.expired },
    Field("liability_before", .coins, "liability before") { $0.before.left },
    Field("liability", .coins, "liability at the end") { $0.after.left },
    Field("overdue", .coins, "expired, not booked") { $0.overdue },
    Field("breakage_rate", .share(), "breakage, of all time") { $0.after.breakage.value },
    Field("shakes", .integer) { $0.sum($0.campaigns, \.shakes) },
    Field("won", .integer) { $0.sum($0.campaigns, \.won) },
    Field("coins_won", .coins) { $0.sum($0.campaigns, \.coins) },
    Field("fulfilled", .integer, "redemptions fulfilled") { $0.sum($0.rewards, \.fulfilled) },
    Field("paid", .coins, "coins paid") { $0.sum($0.rewards, \.paid) },
    Field("refunded", .coins) { $0.sum($0.rewards, \.refunded) },
    Field("spent", .coins, "coins spent") { $0.sum($0.rewards, \.spent) },
  ]

  private static func activity(_ title: String) -> Field<MonthReport> {
    Field("activity", rows: activityFields, title: title) { $0.activity.sorted { $0.key < $1.key } }
  }

  private static let figures: [Field<MonthReport>] = [
    Field("campaigns", rows: campaignFields, title: "Campaigns") { $0.campaigns },
    Field("rewards", rows: rewardFields, title: "Rewards") { $0.rewards },
  ]

  static let fields: [Field<MonthReport>] = head + [activity(byDay)] + figures

  private static let byDay = "Coins by day"
  private var activityTitle: String { isDaily ? Self.byDay : "Coins by month" }

  var document: Document {
    Document("report/1", Self.head + [Self.activity(activityTitle)] + Self.figures, of: self)
  }

  private func sum<Figure>(_ figures: [Figure], _ value: KeyPath<Figure, Int64>) -> Int64 {
    figures.reduce(0) { $0 + $1[keyPath: value] }
  }

  private static let activityFields: [Field<(key: CalendarDate, value: CoinFlow)>] = [
    Field("from", .date) { $0.key },
    Field("imported", .coins) { $0.value.imported },
    Field("granted", .coins) { $0.value.granted },
    Field("redeemed", .coins) { $0.value.redeemed },
    Field("expired", .coins) { $0.value.expired },
  ]
  private static let campaignFields: [Field<CampaignFigure>] = [
    Field("campaign", .text) { $0.campaign },
    Field("brand", .text) { $0.brand },
    Field("state", .text) { $0.state },
    Field("shakes", .integer) { $0.shakes },
    Field("won", .integer) { $0.won },
    Field("coins", .coins) { $0.coins },
  ]
  private static let rewardFields: [Field<RewardFigure>] = [
    Field("reward", .text) { $0.reward },
    Field("brand", .text) { $0.brand },
    Field("state", .text) { $0.state },
    Field("fulfilled", .integer) { $0.fulfilled },
    Field("users", .integer) { $0.users },
    Field("pieces", .integer) { $0.pieces },
    Field("paid", .coins) { $0.paid },
    Field("refunded", .coins) { $0.refunded },
    Field("spent", .coins) { $0.spent },
    Field("cost", .figure) { $0.cost.map { "\($0)" } },
  ]
}

// MARK: Drawn

extension MonthReport {
  var title: String { "Coins, campaigns and rewards" + (brand.map { " of \($0)" } ?? "") }

  /// The days of it, the last one with it.
  var subtitle: String {
    let last = zone.date(at: until.advanced(byMicroseconds: -1))
    return "\(zone.date(at: since)) to \(last), \(zone.identifier)"
  }

  /// More bars than these can't be told apart.
  private static let mostBars = 12

  var charts: [Chart] {
    let periods = periods
    let coins = Chart(
      title: activityTitle,
      x: Chart.Axis(nil, .category(periods.map { isDaily ? "\($0)" : "\("\($0)".prefix(7))" })), y: Chart.Axis("coins"),
      series: [
        Self.series("granted", .bar, periods) { activity[$0]?.granted ?? 0 },
        Self.series("redeemed", .bar, periods) { activity[$0]?.redeemed ?? 0 },
        Self.series("expired", .bar, periods) { activity[$0]?.expired ?? 0 },
      ])
    var charts = [coins]
    let most = campaigns.prefix(Self.mostBars)
    if !most.isEmpty {
      charts.append(
        Chart(
          title: "Coins won in campaigns", x: Chart.Axis(nil, .category(most.map(\.campaign))), y: Chart.Axis("coins"),
          series: [Self.series("coins", .bar, most) { $0.coins }]))
    }
    let dearest = rewards.prefix(Self.mostBars)
    if !dearest.isEmpty {
      charts.append(
        Chart(
          title: "Coins spent on rewards", x: Chart.Axis(nil, .category(dearest.map(\.reward))),
          y: Chart.Axis("coins"),
          series: [
            Self.series("spent", .bar, dearest) { $0.spent }, Self.series("refunded", .bar, dearest) { $0.refunded },
          ]))
    }
    return charts
  }

  private static func series<Element>(
    _ name: String, _ kind: Chart.Series.Kind, _ elements: some Sequence<Element>, _ value: (Element) -> Int64
  ) -> Chart.Series {
    Chart.Series(name, kind, elements.enumerated().map { Chart.Point(category: $0.offset, Double(value($0.element))) })
  }

  /// Every day or month from the first to the last in which coins moved, so that empty ones are seen as empty.
  private var periods: [CalendarDate] {
    guard let first = activity.keys.min(), let last = activity.keys.max() else { return [] }
    return Array(
      sequence(first: first) { [isDaily] date in
        let next = isDaily ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1) : date.adding(months: 1)
        return next <= last ? next : nil
      })
  }
}
