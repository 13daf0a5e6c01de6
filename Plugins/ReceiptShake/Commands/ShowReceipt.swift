internal import QixReceipts
internal import QixShake

/// `qix receipt show`
struct ShowReceipt: OldCommand {
  static let declaration = Declaration(
    "show", "Show a receipt: what became of it, and what it says.", roles: [.operator, .support, .auditor],
    discussion: """
      What somebody has bought is personal: it is masked, --reveal shows it, needs --reason, and is written to the audit \
      log. The vault is opened for that alone.
      """,
    parameters: [ReceiptNamed.receipt],
    examples: [
      Example("qix receipt show rct_01m7w9tzg3f7fs9hn862jj74bb", "what became of it"),
      Example("qix receipt show rct_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "what it says, too"),
    ], reveals: [.operator, .support])

  private let id: ReceiptID
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(ReceiptNamed.receipt)
    reveal = arguments.reveal
  }

  func run(in context: Context) throws {
    let page = try ReceiptPage(id, isRevealing: reveal != nil, context)
    var document = Document("receipt.show/1")
    page.describe(in: &document)
    try context.terminal(revealing: reveal, subject: "\(id)").emit(document)
    context.terminal.note("Next: `qix shake explain \(page.record.shake)`.")
  }
}

/// What there is to show of one receipt.
struct ReceiptPage: Sendable {
  let record: ReceiptRecord
  let campaign: String
  /// Nil where it is masked, or was erased.
  let receipt: Receipt?
  /// PNG; nil where it is masked, or isn't kept.
  let picture: [UInt8]?

  init(_ id: ReceiptID, isRevealing: Bool, _ context: Context) throws {
    let keys = isRevealing ? try ReceiptKeys.open(context) : nil
    self = try context.database.read { connection in
      let record = try ReceiptRecord.require(id, in: connection)
      let names = try ReceiptNamed.names(of: [record], context, in: connection)
      let box = try connection.first(
        "SELECT box FROM receiptshake_pictures WHERE receipt = ?1", .integer(record.number)
      ) { $0.blob(0) }
      return ReceiptPage(
        record: record, campaign: names[record.campaign] ?? "\(record.campaign)",
        receipt: try keys.flatMap { keys in try record.reading.map { _ in try record.receipt(keys) } },
        picture: try keys.flatMap { keys in try box.map { try keys.open($0, .picture, of: id) } })
    }
  }

  private init(record: ReceiptRecord, campaign: String, receipt: Receipt?, picture: [UInt8]?) {
    (self.record, self.campaign, self.receipt, self.picture) = (record, campaign, receipt, picture)
  }

  func describe(in document: inout Document) {
    document.primary = "\(record.id)"
    document.field("receipt", "receipt", .identifier("\(record.id)"))
    document.field("shake", "shake", .identifier("\(record.shake)"))
    document.field("user", "user", .identifier("\(record.user)"), confidential: .user)
    document.field("campaign", "campaign", .text(campaign))
    document.field("at", "handed in", .timestamp(record.at))
    document.field("state", "state", .text(record.state.name))
    document.field("decided", "decided", record.decided.map(Cell.timestamp) ?? .missing)
    document.field(
      "signs", "because of", record.signs.isEmpty ? .missing : .list(record.signs.map { .text($0.rawValue) }))
    document.field("alike", "resembles", record.alike.map { .identifier("\($0.receipt)") } ?? .missing)
    document.field(
      "likeness", "by so much", record.alike.map { .decimal(Double($0.likeness) / 1_000, places: 3) } ?? .missing)
    document.table(
      "fields", title: "It says",
      columns: [
        Column("field", "FIELD"), Column("value", "VALUE"), Column("confidence", "SURE", alignment: .trailing),
      ], rows: fields)
    document.table(
      "items", title: "Items",
      columns: [
        Column("item", "ITEM"), Column("pieces", "PIECES", alignment: .trailing),
        Column("amount", "AMOUNT", alignment: .trailing), Column("gtin", "GTIN"),
        Column("confidence", "SURE", alignment: .trailing),
      ], rows: items)
  }

  /// The rows are there also where what they say is masked or gone.
  private var fields: [[Cell]] {
    guard record.reading != nil else { return [] }
    func row<Value>(_ name: String, _ field: Field<Value>?, _ text: (Value) -> String) -> [Cell] {
      guard let receipt else { return [.text(name), .personal("…", .text), .missing] }
      _ = receipt
      return [
        .text(name), field.map { .personal(text($0.value), .text) } ?? .missing,
        field.map { .decimal($0.confidence, places: 2) } ?? .missing,
      ]
    }
    return [
      row("merchant", receipt?.merchant) { $0 }, row("address", receipt?.address) { $0 },
      row("tax number", receipt?.taxNumber) { $0 }, row("date", receipt?.date) { "\($0)" },
      row("time", receipt?.time) { "\($0)" }, row("transaction", receipt?.transaction) { $0 },
      row("total", receipt?.total) { amount($0) }, row("currency", receipt?.currency) { $0.code },
    ]
  }

  private var items: [[Cell]] {
    (receipt?.items ?? []).map { item in
      [
        .personal(item.text, .text), .decimal(Double(item.quantity) / 1_000, places: 3),
        .personal(amount(item.amount), .text), item.gtin.map { .personal($0, .text) } ?? .missing,
        .decimal(item.confidence, places: 2),
      ]
    }
  }

  /// In the receipt's currency; with two decimals where it doesn't say which that is.
  private func amount(_ units: Int64) -> String {
    if let currency = receipt?.currency?.value { return "\(Money(minorUnits: units, currency: currency))" }
    let (sign, size) = (units < 0 ? "-" : "", units.magnitude)
    return "\(sign)\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
  }
}
