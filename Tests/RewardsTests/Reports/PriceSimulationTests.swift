import CoinsContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What another price would have done: by hand, and what holds for every shop.
@Suite struct PriceSimulationTests {
  private func user(_ number: UInt64) -> UserID { UserID(high: 1, low: number) }

  /// One who had two and has nothing left, one who had one and could have three more, one who never had any.
  private func three(elasticity: Int64 = 0) -> PriceSimulation {
    PriceSimulation(
      price: 100, elasticity: elasticity,
      taken: [user(1): .init(pieces: 2, coins: 200), user(2): .init(pieces: 1, coins: 100)],
      wallets: [user(2): 300, user(3): 90])
  }

  @Test func aHigherPriceLosesWhoCannotPayIt() {
    #expect(three().outcome(at: 100) == .init(price: 100, able: 1, still: 2, pieces: 3))
    #expect(three().outcome(at: 120) == .init(price: 120, able: 1, still: 2, pieces: 2))
    #expect(three().outcome(at: 201) == .init(price: 201, able: 1, still: 1, pieces: 1))
    #expect(three().outcome(at: 401) == .init(price: 401, able: 0, still: 0, pieces: 0))
    #expect(three().outcome(at: 120).coins == 240)
  }

  @Test func aLowerPriceIsOpenToMore() {
    #expect(three().outcome(at: 90) == .init(price: 90, able: 2, still: 2, pieces: 3), "none is wanted more")
    #expect(three(elasticity: 200).outcome(at: 50) == .init(price: 50, able: 2, still: 2, pieces: 6))
    #expect(three(elasticity: 1_000).outcome(at: 50).pieces == 4 + 8 + 1, "as far as there are coins")
  }

  @Test func elasticityTakesDemandAwayInAStraightLine() {
    #expect(three(elasticity: 100).outcome(at: 134).pieces == 1)
    #expect(three(elasticity: 1_000).outcome(at: 110).pieces == 0)
    #expect(three(elasticity: 1_000).outcome(at: Price.most).pieces == 0, "no number is too large for it")
  }

  @Test func pricesAroundItAreInOrderAndOnceEach() {
    #expect(three().outcomes(with: 150).map(\.price) == [50, 75, 100, 125, 150, 200])
    let one = PriceSimulation(price: 1, elasticity: 0, taken: [:], wallets: [:])
    #expect(one.outcomes(with: 7).map(\.price) == [1, 2, 7])
  }

  /// Never more coins than users have, never more users at a higher price.
  @Test func nobodySpendsWhatTheyDoNotHave() {
    var generator = SeededGenerator(Seed(for: "PriceSimulationTests"))
    for _ in 0..<200 {
      var (taken, wallets): ([UserID: PriceSimulation.Taken], [UserID: Int64]) = ([:], [:])
      let price = Int64.random(in: 1...200, using: &generator)
      for number in 0..<UInt64.random(in: 0...20, using: &generator) {
        let pieces = Int64.random(in: 0...5, using: &generator)
        if pieces > 0 { taken[user(number)] = .init(pieces: pieces, coins: pieces * price) }
        if Bool.random(using: &generator) { wallets[user(number)] = Int64.random(in: 1...2_000, using: &generator) }
      }
      let simulation = PriceSimulation(
        price: price, elasticity: Int64.random(in: 0...1_000, using: &generator), taken: taken, wallets: wallets)
      let means = simulation.coins + wallets.values.reduce(0, +)
      var before: PriceSimulation.Outcome?
      for outcome in simulation.outcomes(with: Int64.random(in: 1...400, using: &generator)) {
        #expect(outcome.coins <= means)
        #expect(outcome.still <= taken.count && outcome.able <= wallets.count)
        if let before { #expect(outcome.able <= before.able && outcome.still <= before.still) }
        before = outcome
      }
      #expect(simulation.outcome(at: price).pieces == simulation.pieces)
    }
  }

  @Test func theCommandReadsRedemptionsAndWalletsAndChangesNothing() throws {
    try Market.with { market in
      let euro = try #require(Currency("EUR"))
      for (name, coins) in [("ada", 200), ("bob", 350), ("cleo", 130)] as [(String, Int64)] {
        try market.user(name, coins: coins)
      }
      try market.reward("mug", price: 100, stock: 9) { $0.cost = Money(minorUnits: 150, currency: euro) }
      _ = try market.confirm(market.redeem("mug", by: "ada") { $0.quantity = 2 }.redemption.id)
      _ = try market.redeem("mug", by: "bob")
      try market.cancel(market.redeem("mug", by: "cleo").redemption.id)
      let before = try market.home.contents()
      func simulate(_ words: String) throws -> JSONValue {
        try JSONValue(parsing: market.home.done("reward simulate mug \(words) --json"))
      }
      let dear = try simulate("--price 140")
      #expect(try dear == simulate("--price 140"), "nothing is drawn by lot")
      for (key, value) in [
        ("price", 100), ("pieces", 3), ("users", 2), ("coins", 300), ("still_users", 2), ("lost_users", 0),
        ("able_users", 1), ("more_users", -1), ("new_pieces", 2), ("new_coins", 280),
      ] as [(String, Int64)] {
        #expect(dear[key]?.integer == value, "\(key)")
      }
      #expect(dear["cost"]?.string == "4.50 EUR" && dear["new_cost"]?.string == "3.00 EUR")
      #expect(try market.home.contents() == before)
      market.advance(days: 31)
      #expect(try simulate("--price 140 --days 30")["pieces"]?.integer == 0)
      for (line, exitCode) in [
        ("mug --price 0", 2), ("mug", 2), ("cup --price 5", 3), ("mug --price 5 --elasticity -1", 2),
        ("mug --price 5 --elasticity 0.123", 2), ("mug --price 5 --elasticity 10.01", 2),
      ] as [(String, Int32)] {
        #expect(try market.home.qix("reward simulate \(line)").exitCode == exitCode, "\(line)")
      }
      try market.reward("later", price: 0)
      let none = try market.home.qix("reward simulate later --price 5 --json")
      #expect(none.exitCode == 6 && none.errors.contains("rewards.no-price"))
    }
  }
}
