internal import QixShake

/// `qix receipt list`
struct ListReceipts: OldCommand {
  private static let user = OldOption("user", .text, placeholder: "USER", "Of this user: usr_… or external id")
  private static let campaign = OldOption("campaign", .text, placeholder: "CAMPAIGN", "In this campaign")
  private static let state = OldOption(
    "state", .choice(ReceiptRecord.State.allCases.map(\.name)), placeholder: "STATE",
    "In this state: counted, review, approved, rejected; erased: whose user was erased, decided or not")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Receipts at most", default: "50")
  private static let before = OldOption(
    "before", .identifier(ReceiptID.self), placeholder: "RECEIPT", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List receipts that were accepted, the newest first.", roles: [.operator, .support, .auditor],
    discussion: "Those that were refused are shakes: `qix shake list --type receipt --outcome refused`.",
    parameters: [user, campaign, state, limit, before],
    examples: [
      Example("qix receipt list --user shop-4711", "one user's"),
      Example("qix receipt list --campaign summer --state rejected --json", "what was rejected"),
    ])

  private let arguments: Arguments
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let (found, names) = try context.database.read { connection in
      let list = ReceiptList(
        user: try arguments[Self.user].map { try ReceiptNamed.user($0, context, in: connection) },
        campaign: try arguments[Self.campaign].map { try ReceiptNamed.campaign($0, context, in: connection) },
        state: arguments[Self.state].flatMap { name in ReceiptRecord.State.allCases.first { $0.name == name } },
        before: arguments[Self.before])
      // One more than is shown tells whether there is more.
      let found = try list.page(limit: limit + 1, in: connection)
      return (found, try ReceiptNamed.names(of: found, context, in: connection))
    }
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.id : nil
    var document = Document("receipt.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map { "\($0.id)" }.joined(separator: "\n") }
    document.table(
      "receipts", columns: ReceiptRecord.tableColumns,
      rows: shown.map { $0.cells(campaign: names[$0.campaign] ?? "\($0.campaign)") })
    try context.terminal.emit(document)
    if let next { context.terminal.noteMore("`qix receipt list --before \(next)`") }
  }
}
