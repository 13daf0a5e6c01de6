internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// `qix coins report`
struct ReportCommand: Command {
  static let declaration = Declaration(
    "report", "Report on all coins: supply, liability, breakage, what will expire, the budgets.",
    roles: [.operator, .auditor],
    discussion: """
      Liability is the unexpired coins in wallets, including those of erased users. Months are in the \
      installation's time zone (`upkeep.time-zone`), or in --zone, as in `qix report`. The redemption rate is \
      redeemed / (imported + granted); breakage is expired / (redeemed + expired). The forecast has two figures for \
      each month. One is what expires if nothing is spent. The other is what is expected to expire if users spend \
      as they have so far.

      With the setting `coins.value` money stands beside coins. The liability uses today's value, and each month's \
      coins the value when they moved. Each figure is worked out exactly, then rounded to the currency's smallest \
      unit, halves away from zero.
      """,
    examples: [
      Example("qix coins report", "everything"),
      Example("qix coins report --plot", "a chart in the terminal"),
      Example("qix coins report --plot --chart expiry --svg expiry.svg", "a picture"),
    ],
    answer: AnswerShape("coins.report/2", Report.fields))

  @Flag("plot", "Draw the months instead of listing them") private var plots: Bool
  @Option(
    "chart", .choice(["activity", "expiry"]), placeholder: "CHART",
    "What to draw: granted, redeemed and expired by month, or coins still out by month of expiry",
    default: "activity")
  private var kind: String
  private let chart = ChartOption()

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    let zone = try context.zone()
    let report = try context.database.read { try Report.make(at: context.clock.now(), zone: zone, in: $0) }
    var document = Document("coins.report/2", Report.fields, of: report)
    if plots || chart.path != nil {
      document.draw(kind == "expiry" ? report.expiryChart : report.activityChart, chart, in: context, isAlone: true)
    }
    return document
  }
}

extension Report {
  static let fields: [Field<Report>] = [
    Field("issued", .coins) { $0.issued },
    Field("in_budgets", .coins) { $0.inBudgets },
    Field("imported", .coins, "imported to users") { $0.flow.imported },
    Field("granted", .coins, "granted to users") { $0.flow.granted },
    Field("redeemed", .coins) { $0.flow.redeemed },
    Field("expired", .coins) { $0.flow.expired },
    Field("liability", .coins) { $0.liability },
    Field("held", .coins, "of it held") { $0.held },
    Field("lasting", .coins, "of it without expiry") { $0.lasting },
    Field("overdue", .coins, "of it expired, not booked") { $0.overdue },
    Field(optional: "liability_money", .text, "liability in money") { report in
      report.value.map { "\(Worth(report.liability, at: $0))" }
    },
    Field(optional: "value", .text, "a coin is worth") { $0.value.map { "\($0)" } },
    Field(optional: "owed", .coins, "owed by users") { $0.owed > 0 ? $0.owed : nil },
    Field("wallets", .integer, "wallets with coins") { $0.wallets },
    Field("redemption_rate", .share()) { $0.redemptionRate },
    Field("breakage_rate", .share()) { $0.flow.breakage.value ?? 0 },
    Field("activity", rows: flows, title: "By month") { $0.activity.sorted { $0.key < $1.key } }
      .labelled { "By month, \($0.zone.identifier)" },
    Field(optional: "money", rows: money, title: "The same in money") {
      $0.worth.isEmpty ? nil : $0.worth.sorted { $0.key < $1.key }
    },
    Field("expiry", rows: expiries, title: "Will expire (forecast)") { report in
      report.expiring.sorted { $0.key < $1.key }.map { ($0.key, $0.value, report.flow.breakage.of($0.value)) }
    },
    Field("budgets", rows: topBudgets, title: "Top budgets") { $0.budgets },
  ]

  private static let flows: [Field<(key: Month, value: CoinFlow)>] = [
    Field("month", .text) { "\($0.key)" },
    Field("imported", .coins) { $0.value.imported },
    Field("granted", .coins) { $0.value.granted },
    Field("redeemed", .coins) { $0.value.redeemed },
    Field("expired", .coins) { $0.value.expired },
  ]

  private static let money: [Field<(key: Month, value: FlowWorth)>] = [
    Field("month", .text) { "\($0.key)" },
    Field("imported", .figure) { "\($0.value.imported)" },
    Field("granted", .figure) { "\($0.value.granted)" },
    Field("redeemed", .figure) { "\($0.value.redeemed)" },
    Field("expired", .figure) { "\($0.value.expired)" },
  ]

  private static let expiries: [Field<(month: Month, coins: Int64, expected: Int64)>] = [
    Field("month", .text) { "\($0.month)" },
    Field("coins", .coins, "AT MOST") { $0.coins },
    Field("expected", .coins) { $0.expected },
  ]

  private static let topBudgets: [Field<Budget>] = [
    Field("budget", .text) { $0.name },
    Field("funded", .coins, "PUT IN") { $0.funded },
    Field("granted", .coins, "TAKEN OUT") { $0.granted },
    Field("left", .coins) { $0.left },
  ]

  var activityChart: Chart {
    let months = Self.span(activity.keys)
    func bars(_ name: String, _ value: (CoinFlow) -> Int64) -> Chart.Series {
      Chart.Series(
        name, .bar,
        months.enumerated().map { Chart.Point(category: $0.offset, Double(value(activity[$0.element] ?? CoinFlow()))) })
    }
    return Chart(
      title: "Coins by month", x: Chart.Axis(nil, .category(months.map(\.description))), y: Chart.Axis("coins"),
      series: [bars("granted", \.granted), bars("redeemed", \.redeemed), bars("expired", \.expired)])
  }

  var expiryChart: Chart {
    let months = Self.span(expiring.keys)
    return Chart(
      title: "Coins still out, by month of expiry",
      x: Chart.Axis(nil, .category(months.map(\.description))), y: Chart.Axis("coins"),
      series: [
        Chart.Series(
          "coins", .bar, months.enumerated().map { Chart.Point(category: $0.offset, Double(expiring[$0.element] ?? 0)) }
        )
      ])
  }

  /// Every month from the first to the last, so that empty ones are seen as empty.
  private static func span(_ months: some Collection<Month>) -> [Month] {
    guard let first = months.min(), let last = months.max() else { return [] }
    return Array(sequence(first: first) { $0 < last ? $0.next : nil })
  }
}
