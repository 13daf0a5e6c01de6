import CoinsContract
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Rewards

/// Whatever is redeemed, confirmed, cancelled, refunded and merged at random: no coin and no piece is lost or made, a
/// key always gives the same, and what is refused leaves nothing behind.
@Suite struct RedemptionPropertyTests {
  @Test func coinsAndPiecesAddUpAtEachStep() throws {
    let seed = Seed(for: "coinsAndPiecesAddUpAtEachStep")
    var seeds = SeededGenerator(seed)
    var tally: [String: Int] = [:]
    let wanted = [
      "redeem", "replay", "confirm", "cancel", "refund", "merge", "rewards.out-of-stock", "rewards.limit-per-user",
      "rewards.timed-out", "rewards.key-conflict", "rewards.already-over",
    ]
    func missing() -> [String] { wanted.filter { tally[$0] == nil } }
    var runs = 0
    // What is rare may take longer.
    while runs < 2 || (runs < 40 && !missing().isEmpty) {
      runs += 1
      try Market.with { market in
        var run = try Run(market, SeededGenerator(seed: seeds.next()))
        for step in 0..<40 {
          try run.step(&tally)
          try #require(try run.problem() == nil, "\(seed), step \(step): \(run.log.suffix(6))")
        }
        try market.verify()
      }
    }
    #expect(missing() == [], "\(seed): \(tally)")
  }

  private struct Run {
    let market: Market
    var random: SeededGenerator
    var users = ["ada", "bob", "cy", "dan"]
    var ids: [RedemptionID] = []
    var keys: [String: RedemptionID] = [:]
    var log: [String] = []

    static let granted: Int64 = 900
    static let stocks: [(name: String, pieces: Int64)] = [("coffee", 14), ("mug", 8)]

    init(_ market: Market, _ random: SeededGenerator) throws {
      self.market = market
      self.random = random
      for user in users { try market.user(user, coins: Self.granted) }
      try TestVouchers.fill("latte", 14, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), price: 60, stock: 14)
      try market.reward("mug", price: 110, stock: 8) { $0.limits.perUser = 4 }
      try market.reward("trees", .donation(to: "Forest"), price: 10) { $0.limits.total = 9 }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func pick<Element>(_ from: [Element]) -> Element { from[number(0...from.count - 1)] }

    mutating func step(_ tally: inout [String: Int]) throws {
      let before = try market.home.contents()
      do {
        tally[try act(), default: 0] += 1
      } catch let refusal as any Diagnosable {
        #expect([.refused, .conflict, .usage].contains(refusal.category), "\(refusal)")
        log.append("  refused: \(refusal)")
        tally[refusal.code, default: 0] += 1
        #expect(try market.home.contents() == before, "\(log.suffix(3))")
      }
    }

    /// - Returns: what was done.
    private mutating func act() throws -> String {
      let id = ids.isEmpty ? nil : pick(ids)
      switch (number(0...12), id) {
      case (0, _):
        market.advance(days: Int64(number(1...4)))
        return "time"
      case (1, _) where number(0...3) == 0 && users.count > 2:
        let gone = users.remove(at: number(0...users.count - 1))
        try market.home.done("user merge \(gone) --into \(users[0])")
        return "merge"
      case (2...3, let id?):
        log.append("confirm \(id)")
        return try market.confirm(id).isReplay ? "replay" : "confirm"
      case (4, let id?):
        log.append("cancel \(id)")
        return try market.cancel(id).redeemed.isReplay ? "replay" : "cancel"
      case (5...7, let id?):
        let (coins, restocks) = (number(0...1) == 0 ? nil : Int64(number(1...120)), pick([nil, nil, true, false]))
        log.append("refund \(id) \(coins ?? -1)")
        try market.refund(id) { ($0.coins, $0.restocks) = (coins, restocks) }
        return "refund"
      default: return try redeem()
      }
    }

    private mutating func redeem() throws -> String {
      let (reward, user) = (pick(["coffee", "mug", "trees"]), pick(users))
      let quantity = Int64(number(1...3))
      let (key, holds) = (number(0...2) == 0 ? "k\(number(0...6))" : nil, number(0...3) == 0)
      log.append("redeem \(quantity) \(reward) by \(user), key \(key ?? "-")")
      let done = try market.redeem(reward, by: user) { ($0.quantity, $0.key, $0.holds) = (quantity, key, holds) }
      if let key {
        #expect(keys[key].map { $0 == done.redemption.id } ?? !done.isReplay)
        keys[key] = done.redemption.id
      }
      if !done.isReplay { ids.append(done.redemption.id) }
      return done.isReplay ? "replay" : "redeem"
    }

    /// What doesn't add up; nil where all does.
    func problem() throws -> String? {
      if let fault = try market.faults().first { return fault }
      let (all, refunds) = try market.home.database.read { connection in
        let store = RedemptionStore(connection)
        let all = try store.list(RedemptionStore.Filter(), at: market.now, limit: 10_000)
        return (all, try all.flatMap { try store.refunds(of: $0.id) })
      }
      let paid = all.filter { $0.fulfilled != nil }
      let coins = paid.reduce(0) { $0 + $1.coins } - refunds.reduce(0) { $0 + $1.coins }
      let left = try users.reduce(0) { try $0 + market.coins($1).posted }
      // Held coins of somebody who was merged are still in the old wallet.
      let merged = try market.home.database.read { connection in
        try connection.first("SELECT coalesce(sum(posted), 0) FROM coins_accounts WHERE merged_into IS NOT NULL") {
          $0.integer(0)
        } ?? 0
      }
      let inWallets = try market.home.database.read { connection in
        try connection.first("SELECT sum(posted) FROM coins_accounts WHERE kind = 1") { $0.integer(0) } ?? 0
      }
      if inWallets + coins != 4 * Self.granted { return "\(inWallets) coins are left, \(coins) were paid" }
      if left > inWallets || left + merged < inWallets { return "wallets hold \(left) and \(merged) of \(inWallets)" }
      for stock in Self.stocks {
        let shelf = try market.shelf(stock.name)
        let pieces = try market.home.database.read { connection in
          let reward = try RewardStore(connection).require(stock.name)
          let mine = paid.filter { $0.reward == reward.id }
          let back = refunds.filter { refund in mine.contains { $0.id == refund.redemption } }
          return mine.reduce(0) { $0 + $1.quantity } - back.reduce(0) { $0 + $1.pieces }
        }
        if shelf.posted + pieces != stock.pieces {
          return "\(shelf.posted) of \(stock.name) lie there, \(pieces) are out"
        }
      }
      return nil
    }
  }
}
