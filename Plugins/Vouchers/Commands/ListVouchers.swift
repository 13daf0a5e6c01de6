internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher list`
struct ListVouchers: OldCommand {
  private static let series = OldPositional(
    "series", .text, "The vouchers of this series, in place of all series", isRequired: false)
  private static let state = OldOption(
    "state", .choice(VoucherState.allCases.map(\.name)), placeholder: "STATE",
    "Of a series' vouchers those in this state: free, open, used, void")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Lines at most", default: "50")
  private static let after = OldOption(
    "after", .text, placeholder: "ID", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List the series of vouchers, or the vouchers of one.", roles: [.operator, .support, .auditor],
    discussion: "Codes are not in it; who may see one sees it with `qix voucher show`.",
    parameters: [series, state, limit, after],
    examples: [
      Example("qix voucher list", "every series, the oldest first"),
      Example("qix voucher list coffee --state used --json", "vouchers of one that were used"),
    ])

  private let series: String?
  private let state: VoucherState?
  private let limit: Int64
  private let after: String?

  init(_ arguments: Arguments) throws {
    series = arguments[Self.series]
    state = arguments[Self.state].flatMap { name in VoucherState.allCases.first { $0.name == name } }
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after]
    if series == nil, state != nil {
      throw UsageError("--state is about the vouchers of a series", hint: "Name it: `qix voucher list SERIES`.")
    }
    let isKnown = after.map { series == nil ? SeriesID($0) != nil : VoucherID($0) != nil } ?? true
    if !isKnown {
      throw UsageError("--after takes a \(series == nil ? "vse" : "vch")_… of this list")
    }
  }

  func run(in context: Context) throws {
    if let series {
      try listVouchers(of: series, context)
    } else {
      try listSeries(context)
    }
  }

  private func listSeries(_ context: Context) throws {
    let after = after.flatMap(SeriesID.init) ?? SeriesID(high: 0, low: 0)
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try connection.rows(
        "SELECT \(Series.columns) FROM vouchers_series WHERE id > ?1 ORDER BY id LIMIT ?2", .id(after),
        .integer(limit + 1), read: Series.init)
    }
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.id : nil
    var document = Document("voucher.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map(\.terms.name).joined(separator: "\n") }
    document.table("series", columns: Series.tableColumns, rows: shown.map { $0.cells(at: context.clock.now()) })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix voucher list --after \(next)`")
    } else if shown.isEmpty {
      context.terminal.note("There are no vouchers; make some with `qix voucher generate SERIES --count N`.")
    }
  }

  private func listVouchers(of name: String, _ context: Context) throws {
    let after = after.flatMap(VoucherID.init) ?? VoucherID(high: 0, low: 0)
    let (series, found) = try context.database.read { connection -> (Series, [Voucher]) in
      let series = try Series.require(name, in: connection)
      // By state, since that is what the index is by: each page of each is read, and put in order.
      let states = state.map { [$0] } ?? VoucherState.allCases
      let found = try states.flatMap { state in
        try connection.rows(
          """
          SELECT \(Voucher.columns) FROM vouchers_vouchers WHERE series = ?1 AND state = ?2 AND id > ?3
          ORDER BY id LIMIT ?4
          """, .id(series.id), .integer(state.rawValue), .id(after), .integer(limit + 1), read: Voucher.init)
      }
      return (series, found.sorted { $0.id < $1.id })
    }
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.id : nil
    var document = Document("voucher.list-vouchers/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map { "\($0.id)" }.joined(separator: "\n") }
    document.table(
      "vouchers",
      columns: [
        Column("voucher", "VOUCHER"), Column("state", "STATE"), Column("used", "USED", alignment: .trailing),
        Column("handed", "HANDED OVER"), Column("user", "USER"), Column("until", "UNTIL"),
        Column("rest", "REST", alignment: .trailing),
      ],
      rows: shown.map { voucher in
        [
          .identifier("\(voucher.id)"), .text(voucher.state.name), .integer(voucher.used),
          voucher.handed.map(Cell.timestamp) ?? .missing, voucher.user.map { .identifier("\($0)") } ?? .missing,
          voucher.end(series.terms).map(Cell.timestamp) ?? .missing,
          voucher.rest(series.terms).map { .text("\($0)") } ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    if let next {
      let state = state.map { " --state \($0.name)" } ?? ""
      context.terminal.noteMore("`qix voucher list \(name)\(state) --after \(next)`")
    } else if shown.isEmpty {
      context.terminal.note("There are none.")
    }
    if series.voided != nil { context.terminal.note("The series is void, and all of these with it.") }
  }
}
