internal import CampaignsContract
internal import IdentityContract
internal import QixReceipts
internal import QixShake

/// `qix receipt status`
struct ReceiptStatus: Command {
  static let declaration = Declaration(
    "status", "Show the state of a receipt, and to its user what was read.",
    roles: [.operator, .integrator, .support, .user],
    discussion: """
      Its user also sees the fields and the items, with their places in the picture, and which items count. Places are \
      pixels of the upright picture. Why a receipt is in review stays with the review team.
      """,
    examples: [
      Example("qix receipt status rct_01m7w9tzg3f7fs9hn862jj74bb", "one receipt"),
      Example("qix receipt status shk_01m7w9tzg3f7fs9hn862jj74bb", "the receipt of a shake"),
    ],
    answer: AnswerShape("receipt.status/1", fields), follows: ["shake.settled"], givenByCustomers: ["receipt"])

  private struct Page {
    let record: ReceiptRecord
    let campaign: String
    /// Nil once it is decided.
    let decideBy: Timestamp?
    /// Nil for all but its user, and once the user was erased.
    let receipt: Receipt?
    let rules: ReceiptRules?
  }

  /// Something that was read, with its place.
  private typealias Read = (name: String, value: String, place: Box?)
  private typealias Line = (item: Item, amount: String, product: String?)

  private static let fields: [Field<Page>] = [
    Field("receipt", .id) { $0.record.id },
    Field("shake", .id) { $0.record.shake },
    Field("campaign", .text) { $0.campaign },
    Field("at", .time, "submitted") { $0.record.at },
    Field("state", .text) { $0.record.state.name },
    Field("decided", .time) { $0.record.decided },
    Field("decide_by", .time, "decided by") { $0.decideBy },
    Field("width", .integer) { $0.receipt.map { Int64($0.width) } },
    Field("height", .integer) { $0.receipt.map { Int64($0.height) } },
    Field("fields", rows: reads, title: "Fields") { $0.receipt?.reads ?? [] },
    Field("items", rows: lines, title: "Items") { page in
      page.receipt?.items.map { item in
        (item, page.receipt?.amount(item.amount) ?? "", page.rules?.product(of: item))
      } ?? []
    },
  ]

  private static let reads: [Field<Read>] =
    [
      Field("field", .text) { $0.name }, Field("value", .text) { $0.value },
    ] + places { $0.place }

  private static let lines: [Field<Line>] =
    [
      Field("item", .text) { $0.item.text },
      Field("pieces", .decimal(places: 3)) { Double($0.item.quantity) / 1_000 },
      Field("amount", .text.trailing) { $0.amount },
      Field("product", .text, "COUNTS AS") { $0.product },
    ] + places { $0.item.place }

  private static func places<Row>(_ place: @escaping @Sendable (Row) -> Box?) -> [Field<Row>] {
    [
      Field("x", .integer) { place($0).map { Int64($0.x) } }, Field("y", .integer) { place($0).map { Int64($0.y) } },
      Field("width", .integer) { place($0).map { Int64($0.width) } },
      Field("height", .integer) { place($0).map { Int64($0.height) } },
    ]
  }

  private let receipt = ReceiptNamed()

  func run(in context: Context) throws -> Document {
    let isOwn = context.principal.isCustomer
    let keys = isOwn ? try ReceiptKeys.open(context) : nil
    let page = try context.database.read { connection in
      let record = try ReceiptRecord.require(receipt.id, in: connection)
      try context.requireOwn(record.user, in: connection, else: ReceiptRecord.notFound(receipt.id))
      let campaigns = try context.service(Campaigns.directory)
      let campaign = try campaigns.find("\(record.campaign)", in: connection)
      return Page(
        record: record, campaign: campaign?.name ?? "\(record.campaign)",
        decideBy: record.state == .review ? try ReceiptRecord.decideBy(record.at, in: connection) : nil,
        receipt: try keys.flatMap { keys in try record.reading.map { _ in try record.receipt(keys) } },
        rules: campaign?.types.first { $0.type == ReceiptShake.name }.map { use in
          var (faults, problems) = ([(name: String, problem: String)](), [String]())
          return ReceiptRules(
            ShakeSettings(use.settings, for: ReceiptShake.settings, faults: &faults), faults: &problems)
        })
    }
    var document = Document("receipt.status/1", Self.fields, of: page)
    document.primary = "\(page.record.id)"
    return document
  }
}

extension ReceiptRules {
  /// The name of the product that an item counts for; nil for none.
  fileprivate func product(of item: Item) -> String? {
    guard item.kind == .goods else { return nil }
    return products.first { $0.fit(item) == .fits }?.name
  }
}

extension Receipt {
  fileprivate var reads: [(name: String, value: String, place: Box?)] {
    func read<Value>(
      _ name: String, _ field: Receipt.Field<Value>?, _ text: (Value) -> String
    ) -> (name: String, value: String, place: Box?)? {
      field.map { (name, text($0.value), $0.place) }
    }
    return [
      read("shop", merchant ?? firm) { $0 }, read("day", date) { "\($0)" }, read("time", time) { "\($0)" },
      read("number", transaction) { $0 }, read("total", total) { amount($0) },
    ].compactMap { $0 }
  }
}
