internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// `qix coins export`
struct ExportCommand: Command {
  static let declaration = Declaration(
    "export", "Write all transfers of coins as a table, as JSON Lines, or as a journal for bookkeeping.",
    roles: [.operator, .auditor],
    discussion: """
      The output goes to standard output, in the order of booking. csv and json-lines have every transfer.

      hledger and beancount have the figures of `qix coins report` in double entry, summed by month or day. What \
      users hold is a debt to them. What they were granted is an expense. What they spent or let expire is income. \
      Imported balances are equity. Coins in budgets belong to no user yet, so funding a budget is not an entry. \
      With the setting `coins.value` each amount has its exact price beside it. Each entry then has its money, \
      rounded to the currency's smallest unit, halves away from zero.

      A journal begins with what users held before --since, and ends by asserting all balances. If a part of the \
      file is missing, `hledger check` and `bean-check` find out. Days are in the installation's time zone \
      (`upkeep.time-zone`), or in --zone, as in `qix coins report`.

      The formats hledger-0.6 and beancount-0.6 are those of versions up to 0.6.0. They have every transfer that \
      moved coins, and accounts of customers and budgets. In them, issuing into a budget is an expense.

      In a table, texts that a spreadsheet would take for a formula get an apostrophe in front.
      """,
    examples: [
      Example("qix coins export > transfers.csv", "for a spreadsheet"),
      Example("qix coins export --format hledger --since 2027-07-01 > july.journal", "for the bookkeeper"),
      Example(
        "qix coins export --format beancount --by day --accounts > coins.beancount", "with an account per customer"),
    ])

  @Option(
    "format", .choice(["csv", "json-lines", "hledger", "beancount", "hledger-0.6", "beancount-0.6"]),
    placeholder: "FORMAT",
    "csv, json-lines, hledger or beancount; hledger-0.6 or beancount-0.6 for the earlier journal", default: "csv")
  private var format: String
  @Option(
    "by", .choice(["month", "day"]), placeholder: "SPAN", "The span that a journal sums; the default is a month")
  private var sums: String?
  @Flag("accounts", "Give each customer an account in the journal") private var hasAccounts: Bool
  private let span = SpanOptions("Happened")

  func check() throws {
    try span.check()
    if LedgerFile.Dialect(rawValue: format) == nil, let first = [$sums, $hasAccounts].firstGiven {
      throw UsageError("\(first) is only for a journal", hint: "Add --format hledger or --format beancount.")
    }
  }

  func run(in context: Context) throws -> Printed {
    let journal = Journal(since: span.since, until: span.until)
    let zone = try context.zone()
    try context.database.read { connection in
      if let dialect = LedgerFile.Dialect(rawValue: format) {
        var summary = try JournalSummary(
          journal, dialect, zone: zone, by: sums == "day" ? .day : .month, hasAccounts: hasAccounts, in: connection)
        try summary.write(at: context.clock.now(), in: connection, to: context.face)
      } else if let dialect = LedgerFile.Dialect.allCases.first(where: { "\($0.rawValue)-0.6" == format }) {
        var shipped = ShippedJournal(journal, dialect, zone: zone)
        try shipped.write(at: context.clock.now(), in: connection, to: context.face)
      } else {
        try write(journal, asTable: format == "csv", in: connection, context)
      }
    }
    return Printed()
  }

  private func write(
    _ journal: Journal, asTable isTable: Bool, in connection: Connection, _ context: Context
  ) throws {
    var (table, lines) = (CSVWriter(), JSONWriter())
    if isTable { table.row(Self.fields.map(\.key)) }
    func flush() throws {
      try context.face.write(isTable ? String(decoding: table.bytes, as: UTF8.self) : lines.drain())
      table.removeAll()
    }
    try journal.forEach(in: connection) { step in
      if isTable {
        table.row(Self.fields.map { CellGuard.guarded($0.text(step) ?? "") })
      } else {
        lines.object { line in
          for field in Self.fields {
            line.key(field.key)
            switch field.text(step) {
            case nil: line.null()
            case let text? where field.isNumber: line.integer(Int64(text) ?? 0)
            case let text?: line.string(text)
            }
          }
        }
        lines.newLine()
      }
      if max(table.bytes.count, lines.bytes.count) > 1 << 16 { try flush() }
    }
    try flush()
  }

  private struct Field: Sendable {
    let key: String
    var isNumber = false
    let text: @Sendable (Journal.Step) -> String?
  }

  private static let fields = [
    Field(key: "transfer") { "\($0.record.id)" },
    Field(key: "at") { "\($0.record.at)" },
    Field(key: "booked") { "\($0.record.id.created)" },
    Field(key: "kind") { $0.record.name },
    Field(key: "from") { "\($0.record.from)" },
    Field(key: "to") { "\($0.record.to)" },
    Field(key: "amount", isNumber: true) { "\($0.record.amount)" },
    // What left the one account and came to the other: nothing by a hold, a void or a time-out.
    Field(key: "moved", isNumber: true) { $0.moves ? "\($0.record.amount)" : "0" },
    Field(key: "expires") { $0.record.expires.map { "\($0)" } },
    Field(key: "related") { $0.record.related.map { "\($0)" } },
    Field(key: "reason") { $0.record.reason },
    Field(key: "key") { $0.record.key },
  ]
}
