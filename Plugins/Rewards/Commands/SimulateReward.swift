internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward simulate`
struct SimulateReward: OldCommand {
  private static let price = OldOption<Int64>(
    "price", .integer(in: 1...Price.most), placeholder: "COINS", "The price to try", isRequired: true)
  private static let elasticity = OldOption<Int64>(
    "elasticity", .hundredths, placeholder: "E",
    "How much less is wanted when it costs more: with 1, a tenth less at a tenth more; with 0, as much", default: "0")
  private static let days = OldOption<Int64>(
    "days", .integer(in: 1...3_660), placeholder: "N", "How many days back redemptions are looked at", default: "90")

  static let declaration = Declaration(
    "simulate", "Try another price on what users redeemed of a reward.", roles: [.operator, .auditor],
    discussion: """
      A what-if and no forecast; nothing is written, and nothing drawn by lot. A user's means are what they could spend \
      now and what they paid for this reward in that time. Pieces that would be wanted follow from the elasticity: \
      pieces × (1 - elasticity × (new price - price) / price). At a higher price those who had it redeem as many as are \
      wanted and as they have means for; at a lower one as many as are wanted, and as all users together have means for. \
      That somebody earns more for it or spends elsewhere, and that pieces run out, is left out.
      """,
    parameters: [RewardNamed.reward, price, elasticity, days, ChartOutput.svg],
    examples: [
      Example("qix reward simulate coffee --price 120", "who could have paid that, and who could now"),
      Example("qix reward simulate coffee --price 80 --elasticity 1.5 --days 30", "were a fifth less to bring more"),
    ])

  private let reference: String
  private let price: Int64
  private let elasticity: Int64
  private let days: Int64
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(RewardNamed.reward)
    price = try arguments.require(Self.price)
    elasticity = try arguments.require(Self.elasticity)
    days = try arguments.require(Self.days)
    output = ChartOutput(path: arguments[ChartOutput.svg])
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    let now = context.clock.now()
    let since = now.advanced(byMicroseconds: -days * Timestamp.day)
    let (reward, simulation) = try context.database.read { connection in
      let store = RewardStore(connection)
      let reward = try store.require(reference)
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
    let isAlone = output.path == "-"
    if !isAlone { try context.terminal.emit(document(reward, simulation, since)) }
    if simulation.taken.isEmpty {
      context.terminal.note("Nobody has redeemed it in that time, so only who could pay now is known.")
    } else {
      context.terminal.note("This is a what-if: `qix reward simulate --help` says what it assumes.")
    }
    if output.draws(in: context.terminal) {
      try output.show(chart(reward, simulation), isBelow: !isAlone, in: context.terminal)
    }
  }

  private func document(_ reward: Reward, _ simulation: PriceSimulation, _ since: Timestamp) -> Document {
    let (before, after) = (simulation.outcome(at: simulation.price), simulation.outcome(at: price))
    var document = Document("reward.simulate/1")
    document.field("reward", "reward", .text(reward.name))
    document.field("since", "redeemed since", .timestamp(since))
    document.field("elasticity", "elasticity", .decimal(Double(elasticity) / 100, places: 2))
    document.field("price", "price now", .coins(simulation.price))
    document.field("pieces", "pieces redeemed", .integer(simulation.pieces))
    document.field("users", "by users", .integer(Int64(simulation.taken.count)))
    document.field("coins", "for coins", .coins(simulation.coins))
    document.field("cost", "cost", cost(reward, simulation.pieces))
    document.field("new_price", "price tried", .coins(price))
    document.field("still_users", "users who could still", .integer(after.still))
    document.field("lost_users", "users who couldn't any more", .integer(Int64(simulation.taken.count) - after.still))
    document.field("able_users", "users who could now", .integer(after.able))
    document.field("more_users", "more than at the price now", .integer(after.able - before.able))
    document.field("new_pieces", "pieces it would be", .integer(after.pieces))
    document.field("new_coins", "for coins", .coins(after.coins))
    document.field("new_cost", "cost", cost(reward, after.pieces))
    document.table(
      "prices", title: "Prices around it",
      columns: [
        Column("price", "PRICE", alignment: .trailing), Column("able_users", "COULD NOW", alignment: .trailing),
        Column("still_users", "COULD STILL", alignment: .trailing), Column("pieces", "PIECES", alignment: .trailing),
        Column("coins", "COINS", alignment: .trailing), Column("cost", "COST", alignment: .trailing),
      ],
      rows: simulation.outcomes(with: price).map {
        [
          .coins($0.price), .integer($0.able), .integer($0.still), .integer($0.pieces), .coins($0.coins),
          cost(reward, $0.pieces),
        ]
      })
    return document
  }

  private func cost(_ reward: Reward, _ pieces: Int64) -> Cell {
    guard let cost = reward.cost, let total = Share.scale(cost.minorUnits, by: pieces, per: 1) else { return .missing }
    return .text("\(Money(minorUnits: total, currency: cost.currency))")
  }

  private func chart(_ reward: Reward, _ simulation: PriceSimulation) -> Chart {
    let outcomes = simulation.outcomes(with: price)
    func bars(_ name: String, _ value: (PriceSimulation.Outcome) -> Int64) -> Chart.Series {
      Chart.Series(
        name, .bar, outcomes.enumerated().map { Chart.Point(category: $0.offset, Double(value($0.element))) })
    }
    return Chart(
      title: "\(reward.name) at other prices (a what-if)",
      x: Chart.Axis("coins", .category(outcomes.map { "\($0.price)" })), y: Chart.Axis("users, pieces"),
      series: [bars("users who could pay now", \.able), bars("pieces redeemed", \.pieces)])
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
