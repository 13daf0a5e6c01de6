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

/// A disk that is full at any write of what comes after a redemption: it is done wholly or not at all, and the same
/// command again finishes it.
@Suite struct FaultyEndingTests {
  /// What is done to a redemption, and what the user has before and after.
  struct Ending: Sendable, CustomTestStringConvertible {
    let verb: String
    let options: [String]
    let isHeld: Bool
    let state: Redemption.State
    /// Coins that the user can spend, before and after.
    let coins: (before: Int64, after: Int64)
    var testDescription: String { verb }
  }

  static let endings = [
    Ending(verb: "confirm", options: ["--note", "parcel"], isHeld: true, state: .fulfilled, coins: (0, 0)),
    Ending(verb: "cancel", options: ["--reason", "broken"], isHeld: true, state: .cancelled, coins: (0, 100)),
    Ending(
      verb: "refund", options: ["--reason", "sent back", "--idempotency-key", "case"], isHeld: false, state: .refunded,
      coins: (0, 100)),
  ]

  @Test(arguments: endings) func isDoneWhollyOrNotAtAll(_ ending: Ending) throws {
    try Market.with { market in
      try TestVouchers.fill("latte", 80, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 80)
      let other = market.home.database
      _ = try other.read { try $0.first("SELECT 1") { $0.integer(0) } }
      defer { withExtendedLifetime(other) {} }
      var (failed, isDone, number) = (0, false, 1)
      while !isDone, number < 240 {
        let name = "user-\(number)"
        // Coins that expire before the end comes: a refund books more then.
        try market.user(name, coins: 100, expires: market.now.advanced(byMicroseconds: 500))
        let id = try market.redeem("coffee", by: name) { $0.holds = ending.isHeld }.redemption.id
        market.home.clock.advance(byMicroseconds: 1_000)
        let disk = FaultyDisk()
        var broken = market
        broken.home.engine = disk.engine
        // Each has a key of its own.
        let words =
          ["reward", ending.verb, "\(id)", "--quiet"] + ending.options.map { $0 == "case" ? "case-\(number)" : $0 }
        disk.fail(.full, at: number)
        let outcome = try broken.home.qix(words)
        isDone = disk.failures == 0
        if outcome.exitCode != 0 { failed += 1 }
        #expect(outcome.exitCode == 0 || outcome.exitCode == 1, "\(outcome.errors)")
        disk.heal()
        let state = try market.state(id)
        #expect(state == ending.state || (outcome.exitCode != 0 && state == (ending.isHeld ? .held : .fulfilled)))
        #expect(try market.coins(name).available == (state == ending.state ? ending.coins.after : ending.coins.before))
        if number % 10 == 1 { try market.verify() }
        let again = try market.home.qix(words)
        #expect(again.exitCode == 0, "\(again.errors)")
        #expect(try market.state(id) == ending.state)
        #expect(try market.coins(name).available == ending.coins.after)
        number += 3
      }
      #expect(isDone && failed > 0)
      try market.verify()
    }
  }
}
