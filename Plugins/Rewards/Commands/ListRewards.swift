internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward list`
struct ListRewards: Command {
  private static let state = Option(
    "state", .choice(Reward.State.allCases.map(\.name)), placeholder: "STATE", "Rewards in this state alone")
  private static let brand = Option("brand", .text, "Rewards of this brand alone")
  private static let at = Option("at", .timestamp, placeholder: "TIME", "Rewards whose period holds this moment")
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Rewards at most", default: "50")
  private static let after = Option(
    "after", .identifier(RewardID.self), placeholder: "ID", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List rewards, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [state, brand, at, limit, after],
    examples: [
      Example("qix reward list --state published", "those that users can redeem in their period"),
      Example("qix reward list --brand Alba --tsv", "of one brand, for a script"),
    ])

  private let filter: RewardStore.Filter
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    filter = RewardStore.Filter(
      state: arguments[Self.state].flatMap { name in Reward.State.allCases.first { $0.name == name } },
      brand: arguments[Self.brand], at: arguments[Self.at], after: arguments[Self.after])
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let now = context.clock.now()
    let (shown, more) = try context.database.read { connection in
      let store = RewardStore(connection)
      // One more than is shown tells whether there is more.
      let found = try store.list(filter, limit: limit + 1)
      let shown = try found.prefix(Int(limit)).map { reward in
        Shown(
          reward: reward, price: try store.price(of: reward.id, at: now),
          left: try Shelf(ledger, connection).standing(of: reward)?.available)
      }
      return (shown, found.count > shown.count)
    }
    var document = Document("reward.list/1")
    let next = more ? shown.last?.reward.id : nil
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map(\.reward.name).joined(separator: "\n") }
    document.table("rewards", columns: Self.columns, rows: shown.map(\.cells))
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix reward list --after \(next)`")
    } else if shown.isEmpty {
      context.terminal.note(
        filter == RewardStore.Filter()
          ? "The catalogue is empty; `qix reward create` and `qix reward import` fill it."
          : "There are no such rewards.")
    }
  }

  private struct Shown: Sendable {
    let reward: Reward
    let price: Int64?
    /// Pieces that nobody has reserved; nil where they are not counted.
    let left: Int64?

    var cells: [Cell] {
      [
        .text(reward.name), .text(reward.state.name), .text(reward.brand), .text(reward.title),
        price.map(Cell.coins) ?? .missing, left.map(Cell.integer) ?? .missing, .text(reward.delivery.text),
        reward.start.map(Cell.timestamp) ?? .missing, reward.end.map(Cell.timestamp) ?? .missing,
        .identifier("\(reward.id)"),
      ]
    }
  }

  private static let columns = [
    Column("reward", "REWARD"), Column("state", "STATE"), Column("brand", "BRAND"), Column("title", "TITLE"),
    Column("price", "PRICE", alignment: .trailing), Column("left", "LEFT", alignment: .trailing),
    Column("delivery", "DELIVERY"), Column("start", "START"), Column("end", "END"), Column("id", "ID"),
  ]
}
