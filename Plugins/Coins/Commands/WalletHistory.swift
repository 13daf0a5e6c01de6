internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix wallet history`
struct WalletHistory: OldCommand {
  private static let limit = OldOption(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Movements at most", default: "50")
  private static let before = OldOption(
    "before", .identifier(TransferID.self), placeholder: "TRANSFER",
    "Go on behind this one, the last of the page before")
  private static let kind = OldRepeatedOption(
    "kind", .choice(TransferKind.allCases.filter(\.isPosted).map(\.name) + [Record.merge]), placeholder: "KIND",
    "Only these kinds")
  static let since = OldOption("since", .timestamp, placeholder: "TIME", "What happened at this time or later")
  static let until = OldOption("until", .timestamp, placeholder: "TIME", "What happened before this time")

  static let declaration = Declaration(
    "history", "List a user's movements, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      For a user into whom others were merged, their movements are in the list too, each with the user it was of and \
      the balance of that user's wallet.
      """,
    parameters: [WalletOf.user, limit, before, kind, since, until],
    examples: [
      Example("qix wallet history shop-4711", "the last fifty"),
      Example("qix wallet history shop-4711 --kind redeem --since 2027-01-01", "what was spent this year"),
      Example("qix wallet history shop-4711 --limit 100000 --tsv", "everything, for awk"),
    ])

  private let wallet: WalletOf
  private let limit: Int
  private let before: TransferID?
  private let filter: History.Filter

  init(_ arguments: Arguments) throws {
    wallet = try WalletOf(arguments)
    limit = try arguments.require(Self.limit)
    before = arguments[Self.before]
    filter = History.Filter(
      kinds: Set(arguments[Self.kind]), since: arguments[Self.since],
      until: arguments[Self.until])
  }

  func run(in context: Context) throws {
    let page = try wallet.read(in: context) { user, connection in
      try History.page(of: .wallet(user), before: before, filter: filter, limit: limit, in: connection)
    }
    var document = Document("wallet.history/1")
    if !page.movements.isEmpty {
      document.primary = page.movements.map { "\($0.record.id)" }.joined(separator: "\n")
    }
    document.field("next", "next page", page.next.map { .identifier("\($0)") } ?? .missing)
    document.table("movements", columns: History.columns, rows: page.movements.map(\.cells))
    try context.terminal.emit(document)
    if let next = page.next {
      context.terminal.noteMore("`qix wallet history \(wallet.name) --before \(next)`")
    } else if page.movements.isEmpty {
      context.terminal.note("There are no such movements.")
    }
  }
}
