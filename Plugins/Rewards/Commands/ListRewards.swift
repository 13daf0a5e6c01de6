internal import CoinsContract
internal import QixModule
internal import VouchersContract

/// `qix reward list`
struct ListRewards: Command {
  static let declaration = Declaration(
    "list", "List rewards, the newest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("qix reward list --state published", "rewards that users can redeem in their period"),
      Example("qix reward list --brand Alba --tsv", "one brand, for a script"),
      Example("qix reward list --for shop-4711", "what a user could redeem now, and why not the rest"),
    ],
    answer: AnswerShape("reward.list/1", "rewards", rows: Shown.fields + Shown.forUser),
    givenByCustomers: ["brand", "limit", "after"])

  private let filter = FilterOptions()
  @Option(
    "for", .user, placeholder: "USER", "Published rewards, and whether this user can redeem each one now")
  private var user: String?
  @Option("at", .moment, "Only rewards whose period includes this time") private var at: Timestamp?
  private let page = PageOptions("Rewards", after: .identifier(RewardID.self), placeholder: "ID")

  func run(in context: Context) throws -> Document {
    let (ledger, series) = (try context.service(Coins.ledger), try context.service(Vouchers.catalogue))
    let now = context.clock.now()
    let offer = try user.map { _ in try RewardOffer(context) }
    var filter = self.filter.filter()
    (filter.at, filter.after) = (at, page.after)
    if user != nil, filter.state == nil { filter.state = .published }
    let found = try context.database.read { [filter] connection in
      let store = RewardStore(connection)
      let user = try user.flatMap { try offer?.user($0, in: connection) }
      return try store.list(filter, limit: page.sought).map { reward in
        let remaining = try Remaining(of: reward, ledger, series, in: connection)
        let left = remaining.pieces
        return Shown(
          reward: reward.said(in: context.face.speaking()), price: try store.price(of: reward.id, at: now), left: left,
          isOfVouchers: remaining.vouchers != nil && remaining.vouchers == left,
          obstacle: try user.flatMap {
            try offer?.obstacle(to: reward, for: $0, left: left, at: now, in: connection)
          })
      }
    }
    var document = Document("reward.list/1")
    document.page(
      "rewards", user == nil ? Shown.fields : Shown.fields + Shown.forUser, found: found, page,
      goingOnBehind: { .identifier($0.reward.id) },
      none: filter == RewardStore.Filter()
        ? "The catalogue is empty. Fill it with `qix reward create` or `qix reward import`."
        : "There are no such rewards.")
    return document
  }

  private struct Shown: Sendable {
    let reward: Reward
    let price: Int64?
    /// Nil for as many as are wanted.
    let left: Int64?
    /// Whether there would be more with more vouchers.
    let isOfVouchers: Bool
    /// The obstacle between the user and it.
    let obstacle: String?

    static let fields: [Field<Shown>] = [
      Field("reward", .text) { $0.reward.name },
      Field("state", .text) { $0.reward.state.name },
      Field("brand", .text) { $0.reward.brand },
      Field("title", .text) { $0.reward.title },
      Field("price", .coins) { $0.price },
      // How many vouchers there are is told to nobody whom it isn't told with the series.
      Field("left", .cell(.integer).orNull) { row in
        row.isOfVouchers ? .confidential(.business, .integer(row.left)) : .integer(row.left)
      },
      Field("delivery", .cell(.text)) { $0.reward.delivery.cell },
      Field("start", .time) { $0.reward.start },
      Field("end", .time) { $0.reward.end },
      Field("id", .id) { $0.reward.id },
    ]
    static let forUser: [Field<Shown>] = [
      Field(optional: "can_redeem", .boolean, "NOW") { $0.obstacle == nil },
      Field(optional: "obstacle", .text.orNull, "WHY NOT") { $0.obstacle },
    ]
  }
}
