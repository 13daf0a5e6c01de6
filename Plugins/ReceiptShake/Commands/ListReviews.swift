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
    answer: AnswerShape("receipt.review-list/1", fields),
    follows: ["shake.settled", "shake.waits"])

  /// One in review, and what has become by now of what it was found to resemble: paid, or rejected.
  private typealias Waiting = (receipt: ReceiptRecord.Named, alikeNow: String?)

  private static let fields: [Field<(open: Int64, waiting: [Waiting])>] = [
    Field("open", .integer, "in review") { $0.open },
    Field("receipts", rows: waiting) { $0.waiting },
  ]

  private static let waiting: [Field<Waiting>] =
    ReceiptRecord.fieldsInReview.of { $0.receipt } + [Field("alike_now", .text, "RESEMBLES ONE") { $0.alikeNow }]

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
    let waiting = found.map { row in
      (receipt: row, alikeNow: row.record.alike.flatMap { alike[$0.receipt]?.standing })
    }
    var document = Document("receipt.review-list/1", Self.fields, of: (open: count, waiting: waiting))
    if !found.isEmpty { document.primary = found.map { "\($0.record.id)" }.joined(separator: "\n") }
    if let first = found.first {
      document.next("`qix receipt review show \(first.record.id)`")
    } else {
      document.note("No receipt is in review.")
    }
    return document
  }
}
