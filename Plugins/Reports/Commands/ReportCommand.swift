internal import CampaignsContract
internal import QixCalendar
internal import QixModule
internal import RewardsContract

/// `qix report`
struct ReportCommand: Command {
  static let declaration = Declaration(
    "report", "Report on a month or another time: coins, campaigns and rewards together.",
    roles: [.operator, .auditor],
    discussion: """
      Without --since and --until it is the month before this one (with --until alone the month that it is in), in the \
      installation's time zone (`upkeep.time-zone`), or in --zone. In the first month of an installation it is this \
      month until now.

      Imported, granted, redeemed and expired coins are counted when they moved, and what came back is taken off then. \
      Liability is all that lies in users' wallets at the end of the time; breakage is expired / (expired + redeemed) of all time until \
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
      report/1: since time, until time, brand text?, imported coins, granted coins, redeemed coins, expired coins,
      liability_before coins, liability coins, overdue coins, breakage_rate decimal?, shakes integer, won integer,
      coins_won coins, fulfilled integer, paid coins, refunded coins, spent coins, activity [from date, imported coins,
      granted coins, redeemed coins, expired coins], campaigns [campaign text, brand text, state text, shakes integer,
      won integer, coins coins], rewards [reward text, brand text, state text, fulfilled integer, users integer, pieces
      integer, paid coins, refunded coins, spent coins, cost text?]
      """)

  private let span = SpanOptions("What happened")
  @Option("brand", .text, placeholder: "BRAND", "Campaigns and rewards of this brand alone") private var brand: String?
  @Option("html", .output(.derived), "Write it to this file as a page with charts too; - is standard output")
  private var page: String?

  func check() throws {
    try span.check()
    // A program that takes a file by its ending can't open it.
    if let page, let dot = page.utf8.lastIndex(of: UInt8(ascii: ".")) {
      let ending = page[page.utf8.index(after: dot)...].lowercased()
      guard !["pdf", "csv", "tsv", "xls", "xlsx", "ods", "doc", "docx", "json", "svg", "png"].contains(ending) else {
        throw UsageError(
          "--html writes a page of HTML, and '\(page)' is called a \(ending.uppercased())",
          hint: "Call it \(page[..<dot]).html"
            + (ending == "pdf" ? "; printed from a browser it becomes a PDF on A4." : "."))
      }
    }
  }

  func run(in context: Context) throws -> Document {
    if let page { try OutputFile.requirePlace(page) }
    let zone = try context.zone()
    let now = context.clock.now()
    let thisMonth = zone.date(at: zone.startOfMonth(at: now))
    let isLastMonth = span.since == nil && span.until == nil
    let until = span.until ?? (isLastMonth ? zone.start(of: thisMonth) : now)
    // Without a beginning it is the month in which the last moment lies.
    let since = span.since ?? zone.startOfMonth(at: until.advanced(byMicroseconds: -1))
    guard since < now else {
      throw UsageError(
        "the time begins at \(since), and nothing has happened then yet", hint: "Name an earlier --since.")
    }
    let (report, isFirstMonth) = try context.database.read { connection in
      if let brand { try Self.requireKnown(brand, in: context, connection) }
      func made(since: Timestamp, until: Timestamp) throws -> MonthReport {
        try MonthReport.make(since: since, until: until, brand: brand, zone: zone, in: context, connection)
      }
      let report = try made(since: since, until: until)
      guard isLastMonth, until < now, report.isBeforeAll else { return (report, false) }
      return (try made(since: until, until: now), true)
    }
    var document = report.document
    if isFirstMonth {
      document.note("This is \(thisMonth) until now, since nothing happened before; next month it is this month.")
    }
    if report.overdue > 0 {
      document.note(
        "\(report.overdue.counted("coin")) had expired by the end and aren't booked yet: `qix coins expire` books them."
      )
    }
    if report.isEmpty {
      document.note(
        (brand.map { "Nothing happened with campaigns and rewards of \($0) in that time." }
          ?? "Nothing happened in that time.")
          + (isLastMonth && !isFirstMonth ? " This month until now: `qix report --since \(thisMonth)`." : ""))
    }
    // The words 'last month' say a beginning there, and are easily meant to say the end too.
    if span.until == nil, span.since == zone.startOfMonth(at: zone.start(of: thisMonth).advanced(byMicroseconds: -1)) {
      document.note("This is from \(zone.date(at: since)) until now; last month alone: `qix report`.")
    }
    if let page {
      document.page(report.title, report.subtitle, charts: report.charts, to: page)
    }
    return document
  }

  /// - Throws: `Failure` for a brand that no campaign and no reward is of: its figures would all be zero.
  private static func requireKnown(_ brand: String, in context: Context, _ connection: Connection) throws {
    let brands =
      (try context.service(ifProvided: Campaigns.figures)?.brands(in: connection) ?? [])
      + (try context.service(ifProvided: Rewards.figures)?.brands(in: connection) ?? [])
    guard !brands.contains(brand) else { return }
    throw Failure(
      "reports.brand-not-found", .notFound,
      "no campaign and no reward is of the brand '\(brand)'\(Suggestion.clause(for: brand, among: brands))",
      hint: "`qix campaign list` and `qix reward list` show the brands that there are.")
  }
}

extension TimeZone {
  fileprivate func startOfMonth(at time: Timestamp) -> Timestamp {
    let date = date(at: time)
    return start(of: CalendarDate(daysSinceEpoch: date.daysSinceEpoch - date.day + 1))
  }
}
