internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix reward list`
struct ListRewards: OldCommand {
  private static let state = OldOption(
    "state", .choice(Reward.State.allCases.map(\.name)), placeholder: "STATE", "Rewards in this state alone")
  private static let brand = OldOption("brand", .text, "Rewards of this brand alone")
  private static let user = OldOption(
    "for", .text, placeholder: "USER", "Published rewards, and whether this user could redeem each now, and why not")
  private static let at = OldOption("at", .timestamp, placeholder: "TIME", "Rewards whose period holds this moment")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Rewards at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(RewardID.self), placeholder: "ID", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List rewards, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [state, brand, user, at, limit, after],
    examples: [
      Example("qix reward list --state published", "those that users can redeem in their period"),
      Example("qix reward list --brand Alba --tsv", "of one brand, for a script"),
      Example("qix reward list --for shop-4711", "what a user could have now, and what stands in the way of the rest"),
    ])

  private let filter: RewardStore.Filter
  private let user: String?
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    user = arguments[Self.user]
    let state = arguments[Self.state].flatMap { name in Reward.State.allCases.first { $0.name == name } }
    filter = RewardStore.Filter(
      state: state ?? (user == nil ? nil : .published),
      brand: arguments[Self.brand], at: arguments[Self.at], after: arguments[Self.after])
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let (ledger, series) = (try context.service(Coins.ledger), try context.service(Vouchers.catalogue))
    let now = context.clock.now()
    let offer = try user.map { _ in try RewardOffer(context) }
    let (shown, more) = try context.database.read { connection in
      let store = RewardStore(connection)
      let user = try user.flatMap { try offer?.user($0, in: connection) }
      // One more than is shown tells whether there is more.
      let found = try store.list(filter, limit: limit + 1)
      let shown = try found.prefix(Int(limit)).map { reward in
        let left = try Remaining(of: reward, ledger, series, in: connection).pieces
        return Shown(
          reward: reward, price: try store.price(of: reward.id, at: now), left: left,
          obstacle: try user.flatMap {
            try offer?.obstacle(to: reward, for: $0, left: left, at: now, in: connection)
          })
      }
      return (shown, found.count > shown.count)
    }
    var document = Document("reward.list/1")
    let next = more ? shown.last?.reward.id : nil
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map(\.reward.name).joined(separator: "\n") }
    let columns = user == nil ? Self.columns : Self.columns + Self.forUser
    document.table("rewards", columns: columns, rows: shown.map { $0.cells + (user == nil ? [] : $0.forUser) })
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
    /// Nil for as many as are wanted.
    let left: Int64?
    /// What stands between the user and it.
    let obstacle: String?

    var forUser: [Cell] { [.boolean(obstacle == nil), obstacle.map(Cell.text) ?? .missing] }

    var cells: [Cell] {
      [
        .text(reward.name), .text(reward.state.name), .text(reward.brand), .text(reward.title),
        price.map(Cell.coins) ?? .missing, left.map(Cell.integer) ?? .missing, .text(reward.delivery.text),
        reward.start.map(Cell.timestamp) ?? .missing, reward.end.map(Cell.timestamp) ?? .missing,
        .identifier("\(reward.id)"),
      ]
    }
  }

  private static let forUser = [Column("can_redeem", "NOW"), Column("obstacle", "WHY NOT")]
  private static let columns = [
    Column("reward", "REWARD"), Column("state", "STATE"), Column("brand", "BRAND"), Column("title", "TITLE"),
    Column("price", "PRICE", alignment: .trailing), Column("left", "LEFT", alignment: .trailing),
    Column("delivery", "DELIVERY"), Column("start", "START"), Column("end", "END"), Column("id", "ID"),
  ]
}
