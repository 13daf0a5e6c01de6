internal import IdentityContract
internal import QixShake

/// `qix receipt list`
struct ListReceipts: Command {
  static let declaration = Declaration(
    "list", "List accepted receipts, the newest first.", roles: [.operator, .support, .auditor],
    discussion: "Refused receipts are only shakes: `qix shake list --type receipt --outcome refused` lists them.",
    examples: [
      Example("qix receipt list --user shop-4711", "one user's receipts"),
      Example("qix receipt list --campaign summer --state rejected --json", "rejected receipts"),
    ],
    answer: AnswerShape("receipt.list/1", "receipts", rows: ReceiptRecord.fields))

  @Option("user", .user, placeholder: "USER", "Only this user's receipts: usr_… or external id") private var user:
    String?
  @Option("campaign", .text, placeholder: "CAMPAIGN", "Only receipts in this campaign") private var campaign: String?
  @Option(
    "state", .choice(ReceiptRecord.State.allCases, named: \.name), placeholder: "STATE",
    "Only this state: counted, review, approved, rejected, or erased (with its user)")
  private var state: ReceiptRecord.State?
  private let page = PageOptions("Receipts", before: .identifier(ReceiptID.self), placeholder: "RECEIPT")

  func run(in context: Context) throws -> Document {
    let users = try context.service(Users.directory)
    let found = try context.database.read { connection in
      let list = ReceiptList(
        user: try user.map { try users.required($0, in: connection) },
        campaign: try campaign.map { try ReceiptNamed.campaign($0, context, in: connection) }, state: state,
        before: page.after)
      return try ReceiptNamed.named(list.page(limit: page.sought, in: connection), context, in: connection)
    }
    var document = Document("receipt.list/1")
    document.page("receipts", ReceiptRecord.fields, found: found, page)
    return document
  }
}
