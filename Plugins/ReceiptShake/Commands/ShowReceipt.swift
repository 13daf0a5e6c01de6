internal import QixReceipts
internal import QixShake

/// `qix receipt show`
struct ShowReceipt: Command {
  static let declaration = Declaration(
    "show", "Show a receipt: its state and its fields.", roles: [.operator, .support, .auditor],
    discussion: """
      If people decided it, it shows who, when and why, and what was paid; with --reveal also their corrections. It \
      lists the receipts that this one resembles, with their states. Purchases are personal, so they are masked. \
      --reveal shows them, needs --reason, and is written to the audit log. Only --reveal opens the vault.
      """,
    examples: [
      Example("qix receipt show rct_01m7w9tzg3f7fs9hn862jj74bb", "its state"),
      Example("qix receipt show rct_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "with its fields"),
    ],
    answer: """
      receipt.show/1: receipt id, shake id, user id?, campaign text, at time, state text, decided time?,
      decided_by text?, signs text*?, alike id?, likeness decimal?,
      fields [field text, value text?, confidence decimal?], items [item text, pieces decimal, amount text, gtin text?,
      confidence decimal], resembled? [receipt id, now text, since time, likeness decimal?],
      decisions? [at time, what text, by text?, reason text?],
      corrected? [at time, field text, before text?, after text?], paid? [at time, coins coins]
      """, reveals: [.operator, .support])

  private let receipt = ReceiptNamed()

  func run(in context: Context) throws -> Document {
    let page = try ReceiptPage(receipt.id, context)
    var document = try page.document("receipt.show/1", in: context)
    document.next("`qix shake explain \(page.record.shake)`")
    return document
  }
}

/// Everything that there is to show of one receipt.
struct ReceiptPage: Sendable {
  let record: ReceiptRecord
  let campaign: String
  /// Nil where it is masked, or was erased.
  let receipt: Receipt?
  /// PNG; nil where it is masked, or isn't kept.
  let picture: [UInt8]?
  /// What people have decided, the newest first.
  let decisions: [AuditLog.Entry]
  let resembled: [Resembled]
  /// What people have corrected; empty where it is masked.
  let alterations: [Alteration]
  /// Coins that decisions have paid, below 0 where they took them back.
  let settlements: [(at: Timestamp, coins: Int64)]

  init(_ id: ReceiptID, _ context: Context) throws {
    let keys = context.invocation.reveals ? try ReceiptKeys.open(context) : nil
    let settling = try context.service(Shakes.settling)
    self = try context.database.read { connection in
      let record = try ReceiptRecord.require(id, in: connection)
      let campaign = try ReceiptNamed.named([record], context, in: connection)[0].campaign
      let box: [UInt8]? = try connection.fetchOne(
        "SELECT box FROM receiptshake_pictures WHERE receipt = \(record.number)")
      return ReceiptPage(
        record: record, campaign: campaign,
        receipt: try keys.flatMap { keys in try record.reading.map { _ in try record.receipt(keys) } },
        picture: try keys.flatMap { keys in try box.map { try keys.open($0, .picture, of: id) } },
        decisions: record.decided == nil
          ? [] : try AuditLog.entries(about: "\(id)", action: ReceiptShake.decisions, limit: 20, in: connection),
        resembled: try record.resembled(in: connection),
        alterations: try keys.flatMap { keys in try record.reading.map { _ in try record.alterations(keys) } } ?? [],
        settlements: try settling.settlements(of: record.shake, in: connection))
    }
  }

  private init(
    record: ReceiptRecord, campaign: String, receipt: Receipt?, picture: [UInt8]?, decisions: [AuditLog.Entry],
    resembled: [Resembled], alterations: [Alteration], settlements: [(at: Timestamp, coins: Int64)]
  ) {
    (self.record, self.campaign, self.receipt, self.picture) = (record, campaign, receipt, picture)
    (self.decisions, self.resembled) = (decisions, resembled)
    (self.alterations, self.settlements) = (alterations, settlements)
  }

  func document(_ schema: String, in context: Context) throws -> Document {
    var document = Document(schema)
    try document.reveal(in: context, subject: "\(record.id)")
    document.primary = "\(record.id)"
    document.field("receipt", .identifier(record.id))
    document.field("shake", .identifier(record.shake))
    document.field("user", .identifier(record.user), confidential: .user)
    document.field("campaign", .text(campaign))
    document.field("at", "submitted", .timestamp(record.at))
    document.field("state", .text(record.state.name))
    document.field("decided", .timestamp(record.decided))
    document.field("decided_by", "decided by", .text(record.decider?.rawValue))
    document.field("signs", "reasons", record.signsCell)
    document.field("alike", "resembles", .identifier(record.alike?.receipt))
    document.field(
      "likeness", "similarity", .share(record.alike.map { Double($0.likeness) / 1_000 }, places: 3))
    document.table(
      "fields", title: "Fields",
      columns: [
        Column("field", "FIELD"), Column("value", "VALUE"), Column("confidence", "SURE", alignment: .trailing),
      ], rows: fields)
    document.table(
      "items", title: "Items",
      [
        RowField("item") { .personal($0.text, .text) },
        RowField(number: "pieces") { .decimal(Double($0.quantity) / 1_000, places: 3) },
        RowField(number: "amount") { .personal(amount($0.amount), .text) },
        RowField("gtin") { $0.gtin.map { .personal($0, .text) } ?? .missing },
        RowField(number: "confidence", "SURE") { .share($0.confidence, places: 2) },
      ], rows: receipt?.items ?? [],
      none: receipt != nil
        ? "none"
        : record.reading == nil ? "erased with the user" : "masked; operators and support can show them with --reveal")
    if !resembled.isEmpty {
      document.table("resembled", title: "Resembling receipts", Resembled.fields, rows: resembled)
    }
    if !decisions.isEmpty { document.table("decisions", title: "Decisions", AuditLog.Entry.fields, rows: decisions) }
    if !alterations.isEmpty { document.table("corrected", title: "Corrected", Alteration.fields, rows: alterations) }
    if !settlements.isEmpty {
      document.table(
        "paid", title: "Paid or taken back",
        [RowField("at") { .timestamp($0.at) }, RowField(number: "coins") { .coins($0.coins) }],
        rows: settlements)
    }
    return document
  }

  /// The rows are there also where what they say is masked or gone.
  private var fields: [[Cell]] {
    guard record.reading != nil else { return [] }
    return (receipt ?? Receipt()).told.map { name, value, confidence in
      if receipt == nil { return [.text(name), .personal("…", .text), .missing] }
      return [.text(name), value.map { .personal($0, .text) } ?? .missing, .share(confidence, places: 2)]
    }
  }

  private func amount(_ units: Int64) -> String { receipt?.amount(units) ?? "" }
}

extension Receipt {
  /// In the receipt's currency; with two decimals where it doesn't say which that is.
  func amount(_ units: Int64) -> String {
    if let currency = currency?.value { return "\(Money(minorUnits: units, currency: currency))" }
    let (sign, size) = (units < 0 ? "-" : "", units.magnitude)
    return "\(sign)\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
  }
}
