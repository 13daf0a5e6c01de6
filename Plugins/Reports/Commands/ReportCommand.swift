internal import CampaignsContract
internal import QixCalendar
internal import QixModule
internal import RewardsContract

/// `qix report`
struct ReportCommand: Command {
  static let declaration = Declaration(
    "report", "Report on a month or another period: coins, campaigns and rewards.",
    roles: [.operator, .auditor],
    discussion: """
      The default period is the last month, in the installation's time zone (`upkeep.time-zone`), or in --zone. In the \
      first month of an installation it is this month until now. With only --until, it is the month of that time.

      Imported, granted, redeemed and expired coins count when they moved; returned coins are subtracted when they \
      came back. Liability is all coins in users' wallets at the end of the period. Breakage is expired / (expired + \
      redeemed) of all time until then. Both are the same in `qix coins report` and `qix reward report`. Expired coins \
      count from their expiry, but only once they are booked: run `qix coins expire` first.

      Campaigns count shakes by the hours (UTC) that begin in the period. Rewards count redemptions that began in it, \
      in their current state. `qix reward report` and `qix campaign report` show more. With --brand, only campaigns \
      and rewards of that brand count. Coins have no brand, so their figures stay the same.
      """,
    examples: [
      Example("qix report", "last month"),
      Example("qix report --html report.html", "a page with charts, to send and print"),
      Example("qix report --since 2027-01-01 --until 2027-03-31 --brand Alba", "a quarter, with one brand's part"),
    ],
    answer: AnswerShape("report/1", MonthReport.fields))

  private let span = SpanOptions("Activity")
  @Option("brand", .text, placeholder: "BRAND", "Only this brand's campaigns and rewards") private var brand: String?
  @Option("html", .output(.derived), "Also write a page with charts to this file; - is standard output")
  private var page: String?

  func check() throws {
    try span.check()
    // A program that takes a file by its ending can't open it.
    if let page, let dot = page.utf8.lastIndex(of: UInt8(ascii: ".")) {
      let ending = page[page.utf8.index(after: dot)...].lowercased()
      guard !["pdf", "csv", "tsv", "xls", "xlsx", "ods", "doc", "docx", "json", "svg", "png"].contains(ending) else {
        throw UsageError(
          "--html writes HTML, but '\(page)' is named as \(ending.uppercased())",
          hint: "Name it \(page[..<dot]).html"
            + (ending == "pdf" ? ". To get a PDF on A4, print it from a browser." : "."))
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
        "the period begins at \(since), which is in the future", hint: "Give an earlier --since.")
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
      document.note(
        "This is \(thisMonth) until now, because nothing happened before. Next month it is the whole month."
      )
    }
    if report.overdue > 0 {
      document.note(
        "\(report.overdue.counted("coin")) expired by the end, but are not booked. Book them with `qix coins expire`."
      )
    }
    if report.isEmpty {
      document.note(
        (brand.map { "Nothing happened with campaigns and rewards of \($0) in this period." }
          ?? "Nothing happened in this period.")
          + (isLastMonth && !isFirstMonth ? " For this month until now, run `qix report --since \(thisMonth)`." : ""))
    }
    // The words 'last month' say a beginning there, and are easily meant to say the end too.
    if span.until == nil, span.since == zone.startOfMonth(at: zone.start(of: thisMonth).advanced(byMicroseconds: -1)) {
      document.note("This is from \(zone.date(at: since)) until now. For last month, run `qix report`.")
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
      "no campaign and no reward has the brand '\(brand)'\(Suggestion.clause(for: brand, among: brands))",
      hint: "`qix campaign list` shows the brands of campaigns. `qix reward list` shows those of rewards.")
  }
}

extension TimeZone {
  fileprivate func startOfMonth(at time: Timestamp) -> Timestamp {
    let date = date(at: time)
    return start(of: CalendarDate(daysSinceEpoch: date.daysSinceEpoch - date.day + 1))
  }
}
