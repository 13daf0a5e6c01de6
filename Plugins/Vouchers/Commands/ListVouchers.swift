internal import QixModule
internal import VouchersContract

/// `qix voucher list`
struct ListVouchers: Command {
  static let declaration = Declaration(
    "list", "List the series of vouchers, or the vouchers of one.", roles: [.operator, .support, .auditor],
    discussion: "The list has no codes. To see a code: `qix voucher show`.",
    examples: [
      Example("qix voucher list", "every series, the oldest first"),
      Example("qix voucher list coffee --state used --json", "vouchers of one that were used"),
    ],
    answer: AnswerShape("voucher.list/1", "series", rows: Series.listed)
      | AnswerShape("voucher.list-vouchers/1", "vouchers", rows: vouchers))

  @Positional("series", .text, "Only the vouchers of this series, instead of all series") private var series: String?
  @Option(
    "state", .choice(VoucherState.allCases.map(\.name)), placeholder: "STATE",
    "Only vouchers of the series in this state: free, open, used, void")
  private var state: String?
  @Option("limit", .rows(), placeholder: "N", "Lines at most", default: "50")
  private var limit: Int64
  @Option("after", .text, placeholder: "ID", "Continue after this one, the last of the page before")
  private var after: String?

  private static let vouchers: [Field<(voucher: Voucher, terms: SeriesTerms)>] = [
    Field("voucher", .id) { $0.voucher.id },
    Field("state", .text) { $0.voucher.state.name },
    Field("used", .integer) { $0.voucher.used },
    Field("handed", .time, "HANDED OVER") { $0.voucher.handed },
    Field("user", .id) { $0.voucher.user },
    Field("until", .time) { $0.voucher.end($0.terms) },
    Field("rest", .figure) { $0.voucher.rest($0.terms)?.description },
  ]

  func check() throws {
    if series == nil, state != nil {
      throw UsageError(
        "--state is only for the vouchers of a series", hint: "Name the series: `qix voucher list SERIES`.")
    }
    let isKnown = after.map { series == nil ? SeriesID($0) != nil : VoucherID($0) != nil } ?? true
    if !isKnown {
      throw UsageError("--after takes a \(series == nil ? "vse" : "vch")_… of this list")
    }
  }

  func run(in context: Context) throws -> Document {
    try series.map { try vouchers(of: $0, in: context) } ?? allSeries(in: context)
  }

  private func allSeries(in context: Context) throws -> Document {
    let after = after.flatMap(SeriesID.init) ?? SeriesID(high: 0, low: 0)
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try connection.fetchAll(
        "SELECT \(sql: Series.columns) FROM vouchers_series WHERE id > \(after) ORDER BY id LIMIT \(limit + 1)",
        Series.init)
    }
    var document = Document("voucher.list/1")
    let shown = page(found, \.id, in: &document)
    if !shown.isEmpty { document.primary = shown.map(\.terms.name).joined(separator: "\n") }
    let now = context.clock.now()
    document.table("series", Series.listed, rows: shown.map { (series: $0, now: now) })
    if shown.isEmpty {
      document.note("There are no vouchers. Make some with `qix voucher generate SERIES --count N`.")
    }
    return document
  }

  private func vouchers(of name: String, in context: Context) throws -> Document {
    let after = after.flatMap(VoucherID.init) ?? VoucherID(high: 0, low: 0)
    let (series, found) = try context.database.read { connection -> (Series, [Voucher]) in
      let series = try Series.require(name, in: connection)
      // By state, since that is what the index is by: each page of each is read, and put in order.
      let found = try VoucherState.allCases.filter { state == nil || $0.name == state }.flatMap { state in
        try connection.fetchAll(
          """
          SELECT \(sql: Voucher.columns) FROM vouchers_vouchers
          WHERE series = \(series.id) AND state = \(state.rawValue) AND id > \(after)
          ORDER BY id LIMIT \(limit + 1)
          """, Voucher.init)
      }
      return (series, found.sorted { $0.id < $1.id })
    }
    var document = Document("voucher.list-vouchers/1")
    let shown = page(found, \.id, in: &document)
    if !shown.isEmpty { document.primary = shown.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("vouchers", Self.vouchers, rows: shown.map { (voucher: $0, terms: series.terms) })
    if shown.isEmpty { document.note("There are no such vouchers.") }
    if series.voided != nil { document.note("The series is void, and so are all of these.") }
    return document
  }

  /// The rows of this page; says in the document whether there are more.
  private func page<Row, Tag: IdentifierTag>(
    _ found: [Row], _ id: KeyPath<Row, Identifier<Tag>>, in document: inout Document
  ) -> ArraySlice<Row> {
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?[keyPath: id] : nil
    document.page(next: next.map { .identifier($0) })
    if let next { document.noteRest("--after", next) }
    return shown
  }
}
