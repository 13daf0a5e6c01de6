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
    answer: AnswerShape("reward.simulate/1", Page.fields))

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
    let page = Page(
      reward: reward, simulation: simulation, since: since, price: price,
      before: simulation.outcome(at: simulation.price), after: simulation.outcome(at: price))
    return Document("reward.simulate/1", Page.fields, of: page)
  }

  private struct Page {
    let reward: Reward
    let simulation: PriceSimulation
    let since: Timestamp
    let price: Int64
    let before: PriceSimulation.Outcome
    let after: PriceSimulation.Outcome

    static let fields: [Field<Page>] = [
      Field("reward", .text) { $0.reward.name },
      Field("since", .time.orNull, "redeemed since") { $0.since },
      Field("elasticity", .decimal(places: 2)) { Double($0.simulation.elasticity) / 100 },
      Field("price", .coins.orNull, "price now") { $0.simulation.price },
      Field("pieces", .integer.orNull, "items redeemed") { $0.simulation.pieces },
      Field("users", .count, "by users") { $0.simulation.taken.count },
      Field("coins", .coins, "for coins") { $0.simulation.coins },
      Field("cost", .text) { $0.cost(of: $0.simulation.pieces) },
      Field("new_price", .coins, "price tried") { $0.price },
      Field("still_users", .integer, "past buyers who could still pay") { $0.after.still },
      Field("lost_users", .integer, "past buyers who could no longer pay") {
        Int64($0.simulation.taken.count) - $0.after.still
      },
      Field("able_users", .integer, "users who could pay now") { $0.after.able },
      Field("more_users", .integer, "more than at the current price") { $0.after.able - $0.before.able },
      Field("new_pieces", .integer, "items redeemed") { $0.after.pieces },
      Field("new_coins", .coins, "for coins") { $0.after.coins },
      Field("new_cost", .text, "cost") { $0.cost(of: $0.after.pieces) },
      Field("prices", rows: prices, title: "Nearby prices") { page in
        page.simulation.outcomes(with: page.price).map { (outcome: $0, cost: page.cost(of: $0.pieces)) }
      },
    ]

    private static let prices: [Field<(outcome: PriceSimulation.Outcome, cost: String?)>] = [
      Field("price", .coins.orNull) { $0.outcome.price },
      Field("able_users", .integer, "COULD NOW") { $0.outcome.able },
      Field("still_users", .integer, "COULD STILL") { $0.outcome.still },
      Field("pieces", .integer.orNull) { $0.outcome.pieces },
      Field("coins", .coins) { $0.outcome.coins },
      Field("cost", .figure) { $0.cost },
    ]

    private func cost(of pieces: Int64) -> String? {
      guard let cost = reward.cost, let total = Share.scale(cost.minorUnits, by: pieces, per: 1) else { return nil }
      return "\(Money(minorUnits: total, currency: cost.currency))"
    }
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
