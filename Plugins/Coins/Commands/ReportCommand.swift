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
    answer: """
      coins.report/2: issued coins, in_budgets coins, imported coins, granted coins, redeemed coins, expired coins,
      liability coins, held coins, lasting coins, overdue coins, liability_money? text, value? text, owed? coins,
      wallets integer, redemption_rate decimal, breakage_rate decimal,
      activity [month text, imported coins, granted coins, redeemed coins, expired coins],
      money? [month text, imported text, granted text, redeemed text, expired text],
      expiry [month text, coins coins, expected coins], budgets [budget text, funded coins, granted coins, left coins]
      """)

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
    var document = report.document(zone)
    if plots || chart.path != nil {
      document.draw(kind == "expiry" ? report.expiryChart : report.activityChart, chart, in: context, isAlone: true)
    }
    return document
  }
}

extension Report {
  func document(_ zone: TimeZone) -> Document {
    var document = Document("coins.report/2")
    for (key, label, amount) in [
      ("issued", "issued", issued), ("in_budgets", "in budgets", inBudgets),
      ("imported", "imported to users", flow.imported), ("granted", "granted to users", flow.granted),
      ("redeemed", "redeemed", flow.redeemed), ("expired", "expired", flow.expired),
      ("liability", "liability", liability),
      ("held", "of it held", held), ("lasting", "of it without expiry", lasting),
      ("overdue", "of it expired, not booked", overdue),
    ] {
      document.field(key, label, .coins(amount))
    }
    if let value {
      document.field("liability_money", "liability in money", .text("\(Worth(liability, at: value))"))
      document.field("value", "a coin is worth", .text("\(value)"))
    }
    if owed > 0 { document.field("owed", "owed by users", .coins(owed)) }
    document.field("wallets", "wallets with coins", .integer(wallets))
    document.field("redemption_rate", .share(redemptionRate))
    document.field("breakage_rate", .share(flow.breakage.value ?? 0))
    document.table(
      "activity", title: "By month, \(zone.identifier)",
      columns: [
        Column("month", "MONTH"), Column("imported", "IMPORTED", alignment: .trailing),
        Column("granted", "GRANTED", alignment: .trailing), Column("redeemed", "REDEEMED", alignment: .trailing),
        Column("expired", "EXPIRED", alignment: .trailing),
      ],
      rows: activity.sorted { $0.key < $1.key }.map {
        [
          .text("\($0.key)"), .coins($0.value.imported), .coins($0.value.granted), .coins($0.value.redeemed),
          .coins($0.value.expired),
        ]
      })
    if !worth.isEmpty {
      document.table("money", title: "The same in money", Self.money, rows: worth.sorted { $0.key < $1.key })
    }
    document.table(
      "expiry", title: "Will expire (forecast)",
      columns: [
        Column("month", "MONTH"), Column("coins", "AT MOST", alignment: .trailing),
        Column("expected", "EXPECTED", alignment: .trailing),
      ],
      rows: expiring.sorted { $0.key < $1.key }.map {
        [.text("\($0.key)"), .coins($0.value), .coins(flow.breakage.of($0.value))]
      })
    document.table(
      "budgets", title: "Top budgets",
      columns: [
        Column("budget", "BUDGET"), Column("funded", "PUT IN", alignment: .trailing),
        Column("granted", "TAKEN OUT", alignment: .trailing), Column("left", "LEFT", alignment: .trailing),
      ],
      rows: budgets.map { [.text($0.name), .coins($0.funded), .coins($0.granted), .coins($0.left)] })
    return document
  }

  private static let money: [RowField<(key: Month, value: FlowWorth)>] = [
    RowField("month") { .text("\($0.key)") },
    RowField(number: "imported") { .text("\($0.value.imported)") },
    RowField(number: "granted") { .text("\($0.value.granted)") },
    RowField(number: "redeemed") { .text("\($0.value.redeemed)") },
    RowField(number: "expired") { .text("\($0.value.expired)") },
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
