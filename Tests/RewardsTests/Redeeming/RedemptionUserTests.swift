import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Rewards

/// What merging, erasing and exporting a user mean for what was redeemed.
@Suite struct RedemptionUserTests {
  @Test func whatIsHeldIsConfirmedForTheSurvivor() throws {
    try Market.with { market in
      try market.user("phone", coins: 100)
      let ada = try market.user("ada", coins: 100)
      try TestVouchers.fill("latte", 2, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 2) { $0.limits.perUser = 1 }
      let id = try market.redeem("coffee", by: "phone") { $0.holds = true }.redemption.id
      let merged = try market.home.done("user merge phone --into ada --json")
      #expect(merged.contains("redemptions"))
      try market.verify()
      // Both have one limit between them by now.
      try market.expectRefused("rewards.limit-per-user") { _ = try market.redeem("coffee", by: "ada") }
      let confirmed = try market.confirm(id)
      #expect(confirmed.redemption.user == ada)
      #expect(try market.coins("ada") == Balance(posted: 100, held: 0, available: 100))
      try market.refund(id)
      #expect(try market.coins("ada").available == 200)
      try market.verify()
    }
  }

  @Test func aMergeBetweenHoldAndCancelGivesTheCoinsToTheSurvivor() throws {
    try Market.with { market in
      try market.user("phone", coins: 100, expires: market.days(3))
      try market.user("ada", coins: 1)
      try market.reward("mug", stock: 1)
      let id = try market.redeem("mug", by: "phone").redemption.id
      try market.home.done("user merge phone --into ada")
      market.advance(days: 4)
      #expect(try market.cancel(id).anew?.amount == 100)
      #expect(try market.coins("ada").available == 101)
      try market.verify()
    }
  }

  @Test func anErasureTakesFreeTextAway() throws {
    try Market.with { market in
      for name in ["ada", "bob"] { try market.user(name, coins: 500) }
      try market.reward("mug", stock: 9)
      var ids: [RedemptionID] = []
      for name in ["ada", "bob"] {
        ids.append(try market.confirm(market.redeem("mug", by: name).redemption.id, note: "to \(name)").redemption.id)
        try market.refund(ids[ids.count - 1]) { ($0.coins, $0.reason) = (10, "\(name) was angry") }
        try market.cancel(market.redeem("mug", by: name).redemption.id)
      }
      let export = try market.home.qix(
        ["user", "export", "ada", "--reveal", "--reason", "request"])
      #expect(export.output.contains("rewards.export/1") && export.output.contains("ada was angry"), "\(export.errors)")
      let erased = try market.home.qix(["user", "erase", "ada", "--confirm", "ada", "--reason", "asked"])
      #expect(erased.exitCode == 0, "\(erased.errors)")
      let texts = try market.home.contents().filter { $0.hasPrefix("rewards_re") }.joined()
      #expect(!texts.contains("to ada") && !texts.contains("ada was angry"))
      #expect(texts.contains("to bob") && texts.contains("bob was angry"))
      try market.verify()
    }
  }
}
