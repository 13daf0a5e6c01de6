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
    answer: AnswerShape("receipt.show/1", ReceiptPage.fields(.list(of: .text).orNull)), reveals: [.operator, .support])

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
  /// When the picture will be deleted; nil if it isn't kept.
  let pictureUntil: Timestamp?
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
      let kept: (box: [UInt8], until: Timestamp)? = try connection.fetchOne(
        "SELECT box, until FROM receiptshake_pictures WHERE receipt = \(record.number)"
      ) { ($0["box"], $0["until"]) }
      return ReceiptPage(
        record: record, campaign: campaign,
        receipt: try keys.flatMap { keys in try record.reading.map { _ in try record.receipt(keys) } },
        picture: try keys.flatMap { keys in try kept.map { try keys.open($0.box, .picture, of: id) } },
        pictureUntil: kept?.until,
        decisions: record.decided == nil
          ? []
          : try AuditLog.entries(
            naming: "\(id)", action: Set(ReceiptShake.decisions), limit: 20, in: connection),
        resembled: try record.resembled(in: connection),
        alterations: try keys.flatMap { keys in try record.reading.map { _ in try record.alterations(keys) } } ?? [],
        settlements: try settling.settlements(of: record.shake, in: connection))
    }
  }

  private init(
    record: ReceiptRecord, campaign: String, receipt: Receipt?, picture: [UInt8]?, pictureUntil: Timestamp?,
    decisions: [AuditLog.Entry],
    resembled: [Resembled], alterations: [Alteration], settlements: [(at: Timestamp, coins: Int64)]
  ) {
    (self.record, self.campaign, self.receipt, self.picture) = (record, campaign, receipt, picture)
    (self.pictureUntil, self.decisions, self.resembled) = (pictureUntil, decisions, resembled)
    (self.alterations, self.settlements) = (alterations, settlements)
  }

  /// - Parameters:
  ///   - signs: the type of the signs, which those in review have.
  ///   - none: shown to a person in place of no items.
  static func fields(_ signs: FieldType<Cell> = .list(of: .text), none: String = "none") -> [Field<ReceiptPage>] {
    [
      Field("receipt", .id) { $0.record.id },
      Field("shake", .id) { $0.record.shake },
      Field("user", .id, for: .user) { $0.record.user },
      Field("campaign", .text) { $0.campaign },
      Field("at", .time, "submitted") { $0.record.at },
      Field("state", .text) { $0.record.state.name },
      Field("decided", .time) { $0.record.decided },
      Field("decided_by", .text) { $0.record.decider?.rawValue },
      Field("signs", signs, "reasons") { $0.record.signsCell },
      Field("alike", .id, "resembles") { $0.record.alike?.receipt },
      Field("likeness", .share(places: 3), "similarity") { $0.record.alike.map { Double($0.likeness) / 1_000 } },
      Field("fields", rows: told, title: "Fields") { $0.told },
      Field("items", rows: items, title: "Items", none: none) { page in
        page.receipt?.items.map { (item: $0, amount: page.amount($0.amount)) } ?? []
      },
      Field(optional: "resembled", rows: Resembled.fields, title: "Resembling receipts") {
        $0.resembled.isEmpty ? nil : $0.resembled
      },
      Field(optional: "decisions", rows: AuditLog.Entry.fields, title: "Decisions") {
        $0.decisions.isEmpty ? nil : $0.decisions
      },
      Field(optional: "corrected", rows: Alteration.fields, title: "Corrected") {
        $0.alterations.isEmpty ? nil : $0.alterations
      },
      Field(optional: "paid", rows: paid, title: "Paid or taken back") {
        $0.settlements.isEmpty ? nil : $0.settlements
      },
    ]
  }

  private static let told: [Field<(name: String, value: String?, confidence: Double?)>] = [
    Field("field", .text) { $0.name },
    Field("value", .personal(.text)) { $0.value },
    Field("confidence", .share(places: 2), "SURE") { $0.confidence },
  ]

  private static let items: [Field<(item: Item, amount: String)>] = [
    Field("item", .personal(.text)) { $0.item.text },
    Field("pieces", .decimal(places: 3)) { Double($0.item.quantity) / 1_000 },
    Field("amount", .personal(.text).trailing) { $0.amount },
    Field("gtin", .personal(.text)) { $0.item.gtin },
    Field("confidence", .share(places: 2), "SURE") { $0.item.confidence },
  ]

  private static let paid: [Field<(at: Timestamp, coins: Int64)>] = [
    Field("at", .time) { $0.at },
    Field("coins", .coins) { $0.coins },
  ]

  func document(_ schema: String, in context: Context) throws -> Document {
    let masked =
      record.reading == nil ? "erased with the user" : "masked; operators and support can show them with --reveal"
    var document = Document(schema, Self.fields(none: receipt == nil ? masked : "none"), of: self)
    try document.reveal(in: context, subject: "\(record.id)")
    document.primary = "\(record.id)"
    return document
  }

  /// The rows are there also where what they say is masked or gone.
  private var told: [(name: String, value: String?, confidence: Double?)] {
    guard record.reading != nil else { return [] }
    return receipt?.told ?? Receipt().told.map { ($0.name, "…", nil) }
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
