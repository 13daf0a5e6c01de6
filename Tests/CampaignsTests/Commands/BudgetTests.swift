import CampaignsContract
import CoinsContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

/// A campaign's coins: put in once, with somebody's approval where that is asked for, and taken back at the end.
@Suite struct BudgetTests {
  @Test func fundingTwiceWithOneKeyIsOnce() throws {
    try Stage.with { stage in
      try stage.make()
      #expect(try stage.available() == 0)
      let first = try stage.done("campaign fund spring --amount 500 --idempotency-key k --quiet").output
      #expect(first.hasPrefix("trf_"))
      #expect(try stage.done("campaign fund spring --amount 500 --idempotency-key k --quiet").output == first)
      #expect(try stage.available() == 500)
      try stage.refused("campaign fund spring --amount 501 --idempotency-key k", 5, "coins.key-conflict")
      try stage.done("coins verify")
    }
  }

  /// A campaign is no way round approvals: neither through its own command nor by a request for a smaller sum.
  @Test func approvalsHoldHereToo() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("setting set coins.approval-above 100")
      var bea = stage.home
      bea.actor = "local:bea"
      try stage.refused("campaign fund spring --amount 101 --dry-run", 4, "coins.approval-needed")
      let waits = try stage.home.qix("campaign fund spring --amount 101 --quiet")
      let request = waits.output.split(separator: "\n").joined()
      #expect(waits.exitCode == 4 && request.hasPrefix("apr_") && waits.errors.contains(request))
      #expect(try stage.available() == 0)
      #expect(try stage.lastEntry()?.action == "coins.request-approval")
      #expect(try stage.home.qix("coins approve \(request)").exitCode == 4)
      #expect(try bea.qix("coins approve \(request)").exitCode == 0)
      #expect(try stage.home.qix("campaign fund spring --amount 102").exitCode == 4)
      try stage.done("campaign fund spring --amount 101")
      #expect(try stage.available() == 101)
      #expect(try stage.home.qix("campaign fund spring --amount 101").exitCode == 4)
      try stage.done("campaign fund spring --amount 100")
      #expect(try stage.available() == 201)
    }
  }

  @Test func whatIsLeftGoesBackToWhereItCameFrom() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("user create --external-id ada")
      try stage.done("budget create other --amount 40")
      try stage.done("campaign fund spring --amount 100")
      try stage.done("coins transfer --from budget:other --to budget:campaign-spring --amount 40")
      try stage.done("campaign fund spring --amount 60")
      try stage.done("coins issue --from budget:campaign-spring --to ada --amount 75")
      // Reserved coins stay.
      let hold = try stage.done("coins hold --from budget:campaign-spring --to ada --amount 5 --quiet").output
      let ended = try stage.done("campaign end spring --yes")
      #expect(ended.errors.contains("120"))
      let outcome = try stage.done("campaign end spring --return-budget --json")
      let answer = try JSONValue(parsing: outcome.output)
      #expect(answer["returned"] == 120 && answer["left"] == 0 && answer["held"] == 5)
      // The latest first: 60 of the second funding, the other budget's 40, the rest of the first.
      #expect(try stage.done("budget list --tsv").output.contains("other\t"))
      let other = try JSONValue(parsing: try stage.done("budget show other --json").output)
      #expect(other["available"] == 40)
      try stage.done("coins void \(hold.split(separator: "\n").joined())")
      try stage.done("campaign end spring --return-budget")
      #expect(try stage.available() == 0)
      try stage.refused("campaign end spring", 5, "campaigns.wrong-state")
      try stage.done("coins verify")
    }
  }

  @Test func nothingToReturnReturnsNothing() throws {
    try Stage.with { stage in
      try stage.make()
      let outcome = try stage.done("campaign end spring --return-budget --yes --json")
      #expect(try JSONValue(parsing: outcome.output)["returned"] == 0)
    }
  }

  @Test func doctorSeesWhatCampaignsLack() throws {
    try Stage.with { stage in
      func findings() throws -> String { try stage.home.qix("doctor --tsv").output }
      #expect(try findings().contains("0 running"))
      try stage.make()
      try stage.done("campaign start spring")
      #expect(try findings().contains("its budget is empty"))
      try stage.done("campaign fund spring --amount 5")
      #expect(try findings().contains("1 running, none needs attention"))
      var other = stage
      other.home.modules.removeAll { $0.id == "bell" }
      #expect(try other.home.qix("doctor --tsv").output.contains("no enabled module provides the shake bell"))
      stage.home.clock.advance(byMicroseconds: 90 * Timestamp.day)
      #expect(try findings().contains("still running"))
    }
  }
}
