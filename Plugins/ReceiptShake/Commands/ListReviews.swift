internal import QixShake

/// `qix receipt review list`
struct ListReviews: Command {
  static let declaration = Declaration(
    "list", "List the receipts pending review, the oldest first.",
    roles: [.operator, .support, .auditor],
    examples: [
      Example("qix receipt review list", "the queue"),
      Example("qix receipt review list --quiet --limit 1", "the next one, for a script"),
    ],
    answer: """
      receipt.review-list/1: open integer, receipts [receipt id, at time, user id?, campaign text, state text, signs
      text*, decided time?, alike_now text?]
      """)

  @Option("campaign", .text, placeholder: "CAMPAIGN", "Only receipts in this campaign") private var campaign: String?
  @Option("limit", .rows(), placeholder: "N", "Receipts at most", default: "50")
  private var limit: Int64

  func run(in context: Context) throws -> Document {
    let (found, alike, count) = try context.database.read { connection in
      let campaign = try campaign.map { try ReceiptNamed.campaign($0, context, in: connection) }
      let found = try ReceiptList.waiting(campaign: campaign, limit: limit, in: connection)
      let count: Int64? = try connection.fetchOne("SELECT count(*) FROM receiptshake_receipts WHERE state = 2")
      var alike: [ReceiptID: ReceiptRecord.State] = [:]
      for other in Set(found.compactMap { $0.alike?.receipt }) {
        alike[other] = try ReceiptRecord.find(other, in: connection)?.state
      }
      return (try ReceiptNamed.named(found, context, in: connection), alike, count ?? 0)
    }
    var document = Document("receipt.review-list/1")
    document.field("open", "in review", .integer(count))
    if !found.isEmpty { document.primary = found.map { "\($0.record.id)" }.joined(separator: "\n") }
    // What it was found to resemble may have been paid, or rejected, since.
    let now = RowField<ReceiptRecord.Named>("alike_now", "RESEMBLES ONE") { [alike] row in
      .text(row.record.alike.flatMap { alike[$0.receipt]?.standing })
    }
    document.table("receipts", ReceiptRecord.fields + [now], rows: found)
    if let first = found.first {
      document.next("`qix receipt review show \(first.record.id)`")
    } else {
      document.note("No receipt is in review.")
    }
    return document
  }
}
