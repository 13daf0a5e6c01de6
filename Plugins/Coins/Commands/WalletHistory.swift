internal import CoinsContract
internal import QixModule

/// `qix wallet history`
struct WalletHistory: Command {
  static let declaration = Declaration(
    "history", "List a user's movements, the last booked first.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      If a movement was booked at another time than it happened, both times are shown.

      If other users were merged into this one, their movements are listed too. Each has its source user, and the \
      balance of that user's wallet.
      """,
    examples: [
      Example("qix wallet history shop-4711", "the last fifty"),
      Example("qix wallet history shop-4711 --kind redeem --since 2027-01-01", "what was spent this year"),
      Example("qix wallet history shop-4711 --tsv | cut -f2-4", "everything, for a script"),
    ],
    answer: AnswerShape("wallet.history/1", "movements", rows: History.ofWallet),
    givenByCustomers: ["limit", "before", "kind", "since", "until"])

  private let wallet = WalletOf()
  @Option("limit", .rows(), placeholder: "N", "Movements at most", default: "50")
  private var limit: Int
  @Option(
    "before", .identifier(TransferID.self), placeholder: "TRANSFER",
    "Continue after this one, the last of the page before")
  private var before: TransferID?
  @Option(
    "kind", .choice(TransferKind.allCases.filter(\.isPosted).map(\.name) + [Record.merge]), placeholder: "KIND",
    "Only these kinds")
  private var kinds: [String]
  private let span = SpanOptions("Happened")

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    let filter = History.Filter(
      kinds: Set(kinds), since: span.since, until: span.until, leavesOutMerges: context.principal.isCustomer)
    let purposes = TransferPurposes(context)
    let page = try wallet.read(in: context) { user, connection in
      let page = try History.page(of: .wallet(user), before: before, filter: filter, limit: limit, in: connection)
      return (movements: try page.movements.map { try $0.named(by: purposes, in: connection) }, next: page.next)
    }
    var document = Document("wallet.history/1")
    if !page.movements.isEmpty {
      document.primary = page.movements.map { "\($0.record.id)" }.joined(separator: "\n")
    }
    document.page(next: page.next.map { .identifier($0) })
    document.table("movements", History.ofWallet, rows: page.movements)
    if let next = page.next {
      document.noteRest("--before", next)
    } else if page.movements.isEmpty {
      document.note("There are no such movements.")
    }
    return document
  }
}
