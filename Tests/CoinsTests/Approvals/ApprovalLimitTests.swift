import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Nobody has so much waiting that whoever decides can't look through it, and a day's coins are those of a day there.
@Suite struct ApprovalLimitTests {
  /// Midnight in Kolkata is half past six in the evening in UTC.
  @Test func aDayIsOneOfTheInstallationsZone() throws {
    try Shop.with { shop in
      try shop.done("setting set coins.approval-above 100")
      try shop.done("setting set upkeep.time-zone Asia/Kolkata")
      shop.home.clock.set(try #require(Timestamp("2027-01-15T18:29:59Z")))
      try shop.done("coins issue --to ada --amount 100 --idempotency-key a")
      #expect(try shop.home.qix("coins issue --to ada --amount 1 --idempotency-key b").exitCode == 4)
      shop.home.clock.advance(byMicroseconds: 1_000_000)
      try shop.done("coins issue --to ada --amount 100 --idempotency-key c")
      shop.home.clock.set(try #require(Timestamp("2027-01-16T00:00:00Z")))
      #expect(try shop.home.qix("coins issue --to ada --amount 1 --idempotency-key d").exitCode == 4)
    }
  }

  @Test func soManyWaitAndNoMore() throws {
    try Shop.with { shop in
      try shop.done("setting set coins.approval-above 100")
      try shop.done("setting set coins.approvals-at-once 2")
      let line = "coins issue --to ada --amount 101 --idempotency-key"
      for key in ["a", "b", "a"] { #expect(try shop.home.qix("\(line) \(key)").exitCode == 4) }
      let third = try shop.home.qix("\(line) c --json")
      #expect(third.exitCode == 6 && third.errors.contains("coins.approvals-waiting"), "\(third.errors)")
      #expect(third.errors.contains("2 requests of yours wait"), "\(third.errors)")
      #expect(try shop.home.count("coins_approvals") == 2 && shop.home.count("coins_transfers") == 0)
      // Others' are their own, and what is decided, or too old, waits no more.
      var bea = shop.home
      bea.actor = "local:bea"
      #expect(try bea.qix("\(line) d").exitCode == 4)
      let pending = try bea.qix("coins approvals --pending --quiet").output.split(separator: "\n")
      #expect(try bea.qix("coins decline \(try #require(pending.last))").exitCode == 0)
      #expect(try shop.home.qix("\(line) c").exitCode == 4)
      shop.home.clock.advance(byMicroseconds: 100 * 3_600_000_000)
      #expect(try shop.home.qix("\(line) e").exitCode == 4)
    }
  }
}
