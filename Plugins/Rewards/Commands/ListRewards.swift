internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward list`
struct ListRewards: Command {
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Rewards at most", default: "50")

  static let declaration = Declaration(
    "list", "List rewards, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [limit], examples: [Example("qix reward list", "the newest fifty")])

  private let limit: Int64

  init(_ arguments: Arguments) throws { limit = try arguments.require(Self.limit) }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let rewards = try context.database.read { connection in
      let store = RewardStore(connection)
      return try store.list(RewardStore.Filter(), limit: limit).map { ($0, try store.price(of: $0.id, at: now)) }
    }
    var document = Document("reward.list/1")
    document.table(
      "rewards", columns: [Column("reward", "REWARD"), Column("price", "PRICE", alignment: .trailing)],
      rows: rewards.map { [.text($0.0.name), $0.1.map(Cell.coins) ?? .missing] })
    try context.terminal.emit(document)
  }
}
