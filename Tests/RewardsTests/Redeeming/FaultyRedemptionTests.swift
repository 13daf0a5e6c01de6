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

/// A disk that fails at any write or sync of a redemption: the user has the coins or the voucher, never neither, and
/// the same key finishes it.
@Suite struct FaultyRedemptionTests {
  @Test(arguments: FaultyDisk.Fault.allCases) func leavesCoinsOrVoucher(_ fault: FaultyDisk.Fault) throws {
    try Market.with { market in
      try TestVouchers.fill("latte", 250, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 250)
      let other = market.home.database
      _ = try other.read { try $0.first("SELECT 1") { $0.integer(0) } }
      defer { withExtendedLifetime(other) {} }
      var (failed, isDone) = (0, false)
      for number in 1...250 where !isDone {
        let name = "user-\(number)"
        try market.user(name, coins: 100)
        let disk = FaultyDisk()
        var broken = market
        broken.home.engine = disk.engine
        let words = [
          "reward", "redeem", "coffee", "--user", name, "--idempotency-key", "tap-\(number)", "--quiet",
        ]
        disk.fail(fault, at: number)
        let outcome = try broken.home.qix(words)
        // What was never failed has come to its end; then all moments are tried.
        isDone = disk.failures == 0
        if outcome.exitCode != 0 { failed += 1 }
        #expect(outcome.exitCode == 0 || outcome.exitCode == 1, "\(outcome.errors)")
        disk.heal()
        let redeemed = try market.home.database.read { try RedemptionStore($0).find(key: "tap-\(number)") }
        // A commit may have become durable although its answer never came; not the other way round.
        if outcome.exitCode == 0 { #expect(redeemed != nil) }
        #expect(try market.coins(name).available == (redeemed == nil ? 100 : 0))
        if number % 8 == 0 { try market.verify() }
        let again = try market.home.qix(words)
        #expect(again.exitCode == 0, "\(again.errors)")
        #expect(try market.coins(name).available == 0)
        if let redeemed { #expect(again.output == "\(redeemed.id)\n") }
      }
      #expect(isDone && failed > 0)
      try market.verify()
    }
  }
}
