internal import CoinsContract
internal import QixModule

/// `qix reward retire`
struct RetireReward: Command {
  static let declaration = Declaration(
    "retire", "Take a reward out of the catalogue for good.", roles: [.operator],
    discussion: """
      The reward can no longer be redeemed. Past redemptions go on: held ones can be confirmed or cancelled, fulfilled \
      ones can be refunded. Items left stay on the shelf until they are removed.

      Asks for the reward's name, unless --confirm or --yes is given.
      """,
    examples: [Example("qix reward retire mug --confirm mug", "for good")],
    answer: AnswerShape("reward.retire/1", fields), effect: .changes)

  private static let fields: [Field<(reward: Reward, held: Int64, stock: StockPage)>] =
    Reward.head.of { $0.reward }
    + [
      Field("held", .integer.orNull, "redemptions held") { $0.held },
      Field("stock", object: StockPage.fields, title: "Stock") { $0.stock },
    ]

  private let reward = RewardNamed()
  private let confirm = ConfirmOption("The reward's name, instead of typing it when asked")

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let found = try context.database.read { try RewardStore($0).require(self.reward.reference) }
    guard found.state != .retired else { throw RewardError.wrongState(found.name, .retired, wanted: .retire) }
    try confirm.require(found.name, in: context)
    let (reward, standing, held) = try context.change("rewards.retire") { connection, change in
      let store = RewardStore(connection)
      var reward = try store.require(self.reward.reference)
      guard reward.state != .retired else { throw RewardError.wrongState(reward.name, .retired, wanted: .retire) }
      change.subject = "\(reward.name): \(reward.state.name) to retired"
      reward.state = .retired
      let now = context.clock.now()
      try store.update(reward, at: now)
      let held = try store.redemptions(of: reward.id, at: now).counts[.held] ?? 0
      return (reward, try RewardStock(ledger, connection).standing(of: reward), held)
    }
    var document = Document(
      "reward.retire/1", Self.fields, of: (reward: reward, held: held, stock: StockPage(standing: standing)))
    document.primary = reward.name
    if held > 0 {
      document.note(
        """
        \(held.counted("redemption is", "redemptions are")) held. List them with `qix redemption list --reward \
        \(reward.name) --state held`. Hand over with `qix reward confirm`, or return the coins with \
        `qix reward cancel`.
        """)
    }
    if let standing, standing.available > 0 {
      document.note(
        """
        \(standing.available.counted("item is", "items are")) left. Remove them with `qix reward stock \
        \(reward.name) --remove \(standing.available) --reason TEXT`.
        """)
    }
    return document
  }
}
