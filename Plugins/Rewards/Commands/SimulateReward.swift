internal import CoinsContract
internal import QixModule

/// `qix reward simulate`
struct SimulateReward: Command {
  static let declaration = Declaration(
    "simulate", "Simulate another price on past redemptions of a reward.", roles: [.operator, .auditor],
    discussion: """
      A what-if, not a forecast; nothing is written or drawn. A user's means are the coins they could spend now, plus \
      those they paid for this reward in that time. Demand follows from the elasticity: items × (1 - elasticity × (new \
      price - price) / price). At a higher price, past buyers redeem as much as demand and their means allow. At a \
      lower price, demand and the means of all users together are the limits. Not simulated: extra earning, spending \
      elsewhere, and empty shelves.
      """,
    examples: [
      Example("qix reward simulate coffee --price 120", "the users who could have paid it, and those who could now"),
      Example(
        "qix reward simulate coffee --price 80 --elasticity 1.5 --days 30", "a fifth less, if that raises demand"),
    ],
    answer: """
      reward.simulate/1: reward text, since time?, elasticity decimal, price coins?, pieces integer?, users integer,
      coins coins, cost text?, new_price coins, still_users integer, lost_users integer, able_users integer,
      more_users integer, new_pieces integer, new_coins coins, new_cost text?, prices [price coins?, able_users
      integer, still_users integer, pieces integer?, coins coins, cost text?]
      """)

  private let reward = RewardNamed()
  @Option("price", .integer(in: 1...Price.most), placeholder: "COINS", "The price to try") private var price: Int64
  @Option(
    "elasticity", .hundredths, placeholder: "E",
    "How demand falls as the price rises: 1 means a tenth less at a tenth more; 0 means no change", default: "0")
  private var elasticity: Int64
  @Option(
    "days", .integer(in: 1...3_660), placeholder: "N", "Use the redemptions of the last N days", default: "90")
  private var days: Int64
  private let chart = ChartOption()

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    let now = context.clock.now()
    let since = now.advanced(byMicroseconds: -days * Timestamp.day)
    let (reward, simulation) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(self.reward.reference)
      guard let price = try store.price(of: reward.id, at: now) else { throw RewardError.noPrice(reward.name, at: now) }
      var balances: [UserID: Int64] = [:]
      try Spenders(context).forEach(at: now, in: connection) { user, coins, isActive in
        if isActive { balances[user] = coins }
      }
      let taken = try RedemptionStore(connection).taken(of: reward.id, since: since, at: now)
      return (
        reward, PriceSimulation(price: price, elasticity: elasticity, taken: taken, wallets: balances)
      )
    }
    var document = document(reward, simulation, since)
    document.note(
      simulation.taken.isEmpty
        ? "It wasn't redeemed in that time. Only the users who could pay now are known."
        : "This is a what-if. `qix reward simulate --help` lists its assumptions.")
    document.draw(bars(reward, simulation), chart, in: context)
    return document
  }

  private func document(_ reward: Reward, _ simulation: PriceSimulation, _ since: Timestamp) -> Document {
    let (before, after) = (simulation.outcome(at: simulation.price), simulation.outcome(at: price))
    var document = Document("reward.simulate/1")
    document.field("reward", .text(reward.name))
    document.field("since", "redeemed since", .timestamp(since))
    document.field("elasticity", .decimal(Double(elasticity) / 100, places: 2))
    document.field("price", "price now", .coins(simulation.price))
    document.field("pieces", "items redeemed", .integer(simulation.pieces))
    document.field("users", "by users", .count(simulation.taken.count))
    document.field("coins", "for coins", .coins(simulation.coins))
    document.field("cost", "cost", Self.cost(reward, simulation.pieces))
    document.field("new_price", "price tried", .coins(price))
    document.field("still_users", "past buyers who could still pay", .integer(after.still))
    document.field(
      "lost_users", "past buyers who could no longer pay", .integer(Int64(simulation.taken.count) - after.still))
    document.field("able_users", "users who could pay now", .integer(after.able))
    document.field("more_users", "more than at the current price", .integer(after.able - before.able))
    document.field("new_pieces", "items redeemed", .integer(after.pieces))
    document.field("new_coins", "for coins", .coins(after.coins))
    document.field("new_cost", "cost", Self.cost(reward, after.pieces))
    document.table("prices", title: "Nearby prices", fields(reward), rows: simulation.outcomes(with: price))
    return document
  }

  private func fields(_ reward: Reward) -> [RowField<PriceSimulation.Outcome>] {
    [
      RowField(number: "price") { .coins($0.price) },
      RowField(number: "able_users", "COULD NOW") { .integer($0.able) },
      RowField(number: "still_users", "COULD STILL") { .integer($0.still) },
      RowField(number: "pieces") { .integer($0.pieces) },
      RowField(number: "coins") { .coins($0.coins) },
      RowField(number: "cost") { Self.cost(reward, $0.pieces) },
    ]
  }

  private static func cost(_ reward: Reward, _ pieces: Int64) -> Cell {
    guard let cost = reward.cost, let total = Share.scale(cost.minorUnits, by: pieces, per: 1) else { return .missing }
    return .text("\(Money(minorUnits: total, currency: cost.currency))")
  }

  private func bars(_ reward: Reward, _ simulation: PriceSimulation) -> Chart {
    let outcomes = simulation.outcomes(with: price)
    func bars(_ name: String, _ value: (PriceSimulation.Outcome) -> Int64) -> Chart.Series {
      Chart.Series(
        name, .bar, outcomes.enumerated().map { Chart.Point(category: $0.offset, Double(value($0.element))) })
    }
    return Chart(
      title: "\(reward.name) at other prices (a what-if)",
      x: Chart.Axis("coins", .category(outcomes.map { "\($0.price)" })), y: Chart.Axis("users, items"),
      series: [bars("users who could pay now", \.able), bars("items redeemed", \.pieces)])
  }
}

extension ValueType where Value == Int64 {
  /// A number from 0 to 10 with up to two decimals, in hundredths.
  fileprivate static var hundredths: ValueType {
    ValueType(placeholder: "NUMBER") { text throws(ValueError) in
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      func isDigits(_ part: Substring) -> Bool { !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      guard let whole = parts.first, isDigits(whole), whole.utf8.count <= 2,
        parts.count == 1 || (isDigits(parts[1]) && parts[1].utf8.count <= 2),
        let value = Int64(
          whole + (parts.count == 2 ? parts[1] : "")
            + String(repeating: "0", count: parts.count == 2 ? 2 - parts[1].utf8.count : 2)),
        value <= 1_000
      else { throw ValueError("a number from 0 to 10 with up to two decimals is needed, such as 0.8 or 1.25") }
      return value
    }
  }
}
