internal import QixShake

/// `qix receipt review list`
struct ListReviews: OldCommand {
  private static let campaign = OldOption("campaign", .text, placeholder: "CAMPAIGN", "In this campaign")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Receipts at most", default: "50")

  static let declaration = Declaration(
    "list", "List the receipts that a person has to look at, those that have waited longest first.",
    roles: [.operator, .support, .auditor],
    parameters: [campaign, limit],
    examples: [
      Example("qix receipt review list", "the queue"),
      Example("qix receipt review list --quiet --limit 1", "the next one, for a script"),
    ])

  private let campaign: String?
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    campaign = arguments[Self.campaign]
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let (found, names, count) = try context.database.read { connection in
      let campaign = try campaign.map { try ReceiptNamed.campaign($0, context, in: connection) }
      let found = try ReceiptList.waiting(campaign: campaign, limit: limit, in: connection)
      let count = try connection.first("SELECT count(*) FROM receiptshake_receipts WHERE state = 2") { $0.integer(0) }
      return (found, try ReceiptNamed.names(of: found, context, in: connection), count ?? 0)
    }
    var document = Document("receipt.review-list/1")
    document.field("open", "in review", .integer(count))
    if !found.isEmpty { document.primary = found.map { "\($0.id)" }.joined(separator: "\n") }
    document.table(
      "receipts", columns: ReceiptRecord.tableColumns,
      rows: found.map { $0.cells(campaign: names[$0.campaign] ?? "\($0.campaign)") })
    try context.terminal.emit(document)
    if let first = found.first {
      context.terminal.note("Next: `qix receipt review show \(first.id)`.")
    } else {
      context.terminal.note("No receipt is in review.")
    }
  }
}
