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
  var document: Document {
    var document = Document("report/1")
    document.field("since", "from", .timestamp(since))
    document.field("until", "until before", .end(until))
    document.field("brand", .text(brand))
    for (key, label, coins) in [
      ("imported", "coins imported", flow.imported), ("granted", "coins granted", flow.granted),
      ("redeemed", "coins redeemed", flow.redeemed),
      ("expired", "coins expired", flow.expired), ("liability_before", "liability before", before.left),
      ("liability", "liability at the end", after.left), ("overdue", "expired, not booked", overdue),
    ] {
      document.field(key, label, .coins(coins))
    }
    document.field("breakage_rate", "breakage, of all time", .share(after.breakage.value))
    document.field("shakes", .integer(sum(campaigns, \.shakes)))
    document.field("won", "won", .integer(sum(campaigns, \.won)))
    document.field("coins_won", "coins won", .coins(sum(campaigns, \.coins)))
    document.field("fulfilled", "redemptions fulfilled", .integer(sum(rewards, \.fulfilled)))
    document.field("paid", "coins paid", .coins(sum(rewards, \.paid)))
    document.field("refunded", "refunded", .coins(sum(rewards, \.refunded)))
    document.field("spent", "coins spent", .coins(sum(rewards, \.spent)))
    document.table(
      "activity", title: isDaily ? "Coins by day" : "Coins by month", Self.activityFields,
      rows: activity.sorted { $0.key < $1.key })
    document.table("campaigns", title: "Campaigns", Self.campaignFields, rows: campaigns)
    document.table("rewards", title: "Rewards", Self.rewardFields, rows: rewards)
    return document
  }

  private func sum<Figure>(_ figures: [Figure], _ value: KeyPath<Figure, Int64>) -> Int64 {
    figures.reduce(0) { $0 + $1[keyPath: value] }
  }

  private static let activityFields: [RowField<(key: CalendarDate, value: CoinFlow)>] = [
    RowField("from") { .date($0.key) },
    RowField(number: "imported") { .coins($0.value.imported) },
    RowField(number: "granted") { .coins($0.value.granted) },
    RowField(number: "redeemed") { .coins($0.value.redeemed) },
    RowField(number: "expired") { .coins($0.value.expired) },
  ]
  private static let campaignFields: [RowField<CampaignFigure>] = [
    RowField("campaign") { .text($0.campaign) },
    RowField("brand") { .text($0.brand) },
    RowField("state") { .text($0.state) },
    RowField(number: "shakes") { .integer($0.shakes) },
    RowField(number: "won") { .integer($0.won) },
    RowField(number: "coins") { .coins($0.coins) },
  ]
  private static let rewardFields: [RowField<RewardFigure>] = [
    RowField("reward") { .text($0.reward) },
    RowField("brand") { .text($0.brand) },
    RowField("state") { .text($0.state) },
    RowField(number: "fulfilled") { .integer($0.fulfilled) },
    RowField(number: "users") { .integer($0.users) },
    RowField(number: "pieces") { .integer($0.pieces) },
    RowField(number: "paid") { .coins($0.paid) },
    RowField(number: "refunded") { .coins($0.refunded) },
    RowField(number: "spent") { .coins($0.spent) },
    RowField(number: "cost") { .text($0.cost.map { "\($0)" }) },
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
      title: isDaily ? "Coins by day" : "Coins by month",
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
