internal import IdentityContract
internal import QixShake

/// `qix receipt list`
struct ListReceipts: Command {
  static let declaration = Declaration(
    "list", "List receipts that were accepted, the newest first.", roles: [.operator, .support, .auditor],
    discussion: "Those that were refused are shakes: `qix shake list --type receipt --outcome refused`.",
    examples: [
      Example("qix receipt list --user shop-4711", "one user's"),
      Example("qix receipt list --campaign summer --state rejected --json", "what was rejected"),
    ],
    answer: """
      receipt.list/1: receipts [receipt id, at time, user id?, campaign text, state text, signs text*?, decided time?]
      """)

  @Option("user", .user, placeholder: "USER", "Of this user: usr_… or external id") private var user: String?
  @Option("campaign", .text, placeholder: "CAMPAIGN", "In this campaign") private var campaign: String?
  @Option(
    "state", .choice(ReceiptRecord.State.allCases, named: \.name), placeholder: "STATE",
    "In this state: counted, review, approved, rejected; erased: whose user was erased, decided or not")
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
