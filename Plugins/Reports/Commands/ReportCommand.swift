internal import QixCalendar
internal import QixModule

/// `qix report`
struct ReportCommand: Command {
  static let declaration = Declaration(
    "report", "Report on a month or another time: coins, campaigns and rewards together.",
    roles: [.operator, .auditor],
    discussion: """
      Without --since and --until it is the month before this one, in the installation's time zone (`upkeep.time-zone`), \
      or in --zone.

      Granted, redeemed and expired coins are counted when they moved, and what came back is taken off then. Liability is \
      all that lies in users' wallets at the end of the time; breakage is expired / (expired + redeemed) of all time until \
      then. Both mean the same in `qix coins report` and `qix reward report`. What has expired counts from its moment on \
      once it is booked: run `qix coins expire` first.

      Campaigns count shakes by the hours (UTC) that begin in the time. Rewards count redemptions that began in it, as \
      they stand now; `qix reward report` and `qix campaign report` tell more of each. With --brand these two are of the \
      campaigns and rewards of that brand alone; coins have no brand, and their figures stay those of all.
      """,
    examples: [
      Example("qix report", "last month"),
      Example("qix report --html report.html", "as one page with charts, to send and print"),
      Example("qix report --since 2027-01-01 --until 2027-03-31 --brand Alba", "a quarter, and one brand's part in it"),
    ],
    answer: """
      report/1: since time, until time, brand text?, granted coins, redeemed coins, expired coins, liability_before coins,
      liability coins, overdue coins, breakage_rate decimal?, shakes integer, won integer, coins_won coins, fulfilled
      integer, paid coins, refunded coins, spent coins, activity [from date, granted coins, redeemed coins, expired
      coins], campaigns [campaign text, brand text, state text, shakes integer, won integer, coins coins], rewards
      [reward text, brand text, state text, fulfilled integer, users integer, pieces integer, paid coins, refunded
      coins, spent coins, cost text?]
      """)

  private let span = SpanOptions("What happened")
  @Option("brand", .text, placeholder: "BRAND", "Campaigns and rewards of this brand alone") private var brand: String?
  @Option("html", .output(.derived), "Write it to this file as a page with charts too; - is standard output")
  private var page: String?

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    if let page { try OutputFile.requirePlace(page) }
    let zone = try context.zone()
    let now = context.clock.now()
    let today = zone.date(at: now)
    let thisMonth = CalendarDate(daysSinceEpoch: today.daysSinceEpoch - today.day + 1)
    let until = span.until ?? (span.since == nil ? zone.start(of: thisMonth) : now)
    let since = span.since ?? zone.start(of: thisMonth.adding(months: -1))
    guard since < until else {
      throw UsageError("--since \(since) is not before the end, \(until)", hint: "Let --until be later than --since.")
    }
    let report = try context.database.read { connection in
      try MonthReport.make(since: since, until: until, brand: brand, zone: zone, in: context, connection)
    }
    var document = report.document
    if report.overdue > 0 {
      document.note(
        "\(report.overdue.counted("coin")) had expired by the end and aren't booked yet: `qix coins expire` books them."
      )
    }
    if brand != nil, report.campaigns.isEmpty, report.rewards.isEmpty {
      document.note("Nothing happened with campaigns and rewards of that brand.")
    }
    if let page {
      document.page(report.title, report.subtitle, charts: report.charts, to: page)
    }
    return document
  }
}
