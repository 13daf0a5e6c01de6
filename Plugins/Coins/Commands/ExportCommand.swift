internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// `qix coins export`
struct ExportCommand: Command {
  static let declaration = Declaration(
    "export", "Write all transfers of coins as a table, as JSON Lines, or as a journal for bookkeeping.",
    roles: [.operator, .auditor],
    discussion: """
      To standard output, in the order in which they were booked. csv and json-lines have every transfer; hledger and \
      beancount have those that moved coins, in double entry: what was issued is an expense, what wallets and budgets \
      hold is owed, what was spent or has expired is income. They begin with what accounts held before --since, and \
      end by asserting what they hold then, so that `hledger check` and `bean-check` find out when a part of the file \
      is missing. Their days are those of the installation's time zone (`upkeep.time-zone`), or of --zone, as in \
      `qix coins report`.

      In a table, texts that a spreadsheet would take for a formula get an apostrophe in front.
      """,
    examples: [
      Example("qix coins export > transfers.csv", "for a spreadsheet"),
      Example("qix coins export --format hledger --since 2027-07-01 > july.journal", "for the bookkeeper"),
    ])

  @Option(
    "format", .choice(["csv", "json-lines", "hledger", "beancount"]), placeholder: "FORMAT",
    "csv, json-lines, hledger or beancount", default: "csv")
  private var format: String
  private let span = SpanOptions("Happened")

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Printed {
    let journal = Journal(since: span.since, until: span.until)
    let zone = try context.zone()
    try context.database.read { connection in
      if let dialect = LedgerFile.Dialect(rawValue: format) {
        try write(journal, as: LedgerFile(dialect, zone: zone), in: connection, context)
      } else {
        try write(journal, asTable: format == "csv", in: connection, context)
      }
    }
    return Printed()
  }

  private func write(
    _ journal: Journal, as ledger: consuming LedgerFile, in connection: Connection, _ context: Context
  ) throws {
    var ledger = ledger
    let moments = try journal.moments(in: connection)
    let now = context.clock.now()
    let first = ledger.zone.date(at: journal.since ?? moments?.lowerBound ?? now)
    let last = max(first, ledger.zone.date(at: moments?.upperBound ?? journal.since ?? now))
    let closing = try journal.closing(in: connection)
    for balance in closing { ledger.open(balance.account, on: first) }
    ledger.bring(try journal.opening(in: connection), on: first)
    try journal.forEach(in: connection) { step in
      if step.moves { ledger.move(step.record) }
      if ledger.text.utf8.count > 1 << 16 { try context.terminal.write(ledger.drain()) }
    }
    ledger.close(closing, after: last)
    try context.terminal.write(ledger.drain())
  }

  private func write(
    _ journal: Journal, asTable isTable: Bool, in connection: Connection, _ context: Context
  ) throws {
    var (table, lines) = (CSVWriter(), JSONWriter())
    if isTable { table.row(Self.fields.map(\.key)) }
    func flush() throws {
      try context.terminal.write(isTable ? String(decoding: table.bytes, as: UTF8.self) : lines.drain())
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
