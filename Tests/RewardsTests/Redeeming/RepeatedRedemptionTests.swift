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

/// The same key and body give the same redemption and voucher for ever.
@Suite struct RepeatedRedemptionTests {
  @Test func aRepeatIsAnsweredWhateverHasChangedSince() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try TestVouchers.fill("latte", 2, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 1)
      func tap() throws -> RedemptionService.Redeemed {
        try market.redeem("coffee", by: "ada") { ($0.key, $0.atMost) = ("tap-1", 100) }
      }
      let first = try tap()
      #expect(!first.isReplay)
      func expectTheSame(location: SourceLocation = #_sourceLocation) throws {
        let before = try market.home.contents()
        let again = try tap()
        #expect(again.isReplay, sourceLocation: location)
        #expect(again.redemption.id == first.redemption.id, sourceLocation: location)
        #expect(again.vouchers.map(\.code) == first.vouchers.map(\.code), sourceLocation: location)
        #expect(try market.home.contents() == before, sourceLocation: location)
      }
      // Neither coins nor pieces are left for a second one.
      try expectTheSame()
      market.advance(days: 1)
      try market.price("coffee", 500)
      try expectTheSame()
      try market.change("coffee") { ($0.limits.perUser, $0.conditions) = (1, ["nothing:gold"]) }
      try expectTheSame()
      try market.home.done("user suspend ada --reason test")
      try expectTheSame()
      try market.refund(first.redemption.id)
      try expectTheSame()
      try market.change("coffee") { $0.state = .retired }
      try expectTheSame()
      try market.verify()
    }
  }

  @Test func anotherBodyUnderTheSameKeyIsAConflict() throws {
    try Market.with { market in
      for name in ["ada", "bob"] { try market.user(name, coins: 500) }
      for name in ["mug", "cup"] { try market.reward(name) }
      _ = try market.redeem("mug", by: "ada") { $0.key = "k" }
      for change in [
        { $0.reward = "cup" }, { $0.user = "bob" }, { $0.quantity = 2 }, { $0.holds = true }, { $0.atMost = 100 },
      ] as [(inout RedemptionService.Request) -> Void] {
        try market.expectRefused("rewards.key-conflict") {
          _ = try market.redeem("mug", by: "ada") {
            $0.key = "k"
            change(&$0)
          }
        }
      }
      for key in ["", "a\u{7}b", String(repeating: "k", count: 201)] {
        try market.expectRefused("rewards.key-malformed") { _ = try market.redeem("mug", by: "ada") { $0.key = key } }
      }
      // What was refused has used no key up.
      try market.expectRefused("coins.insufficient") {
        _ = try market.redeem("mug", by: "bob") { ($0.key, $0.quantity) = ("later", 6) }
      }
      try market.user("bob", coins: 500)
      _ = try market.redeem("mug", by: "bob") { ($0.key, $0.quantity) = ("later", 6) }
      try market.verify()
    }
  }

  /// A key is of whoever used it, under the name they have now.
  @Test func aKeyFollowsItsUserThroughAMerge() throws {
    try Market.with { market in
      try market.user("phone", coins: 100)
      try market.user("ada", coins: 100)
      try TestVouchers.fill("latte", 2, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"))
      let first = try market.redeem("coffee", by: "phone") { $0.key = "tap" }
      try market.expectRefused("rewards.key-conflict") { _ = try market.redeem("coffee", by: "ada") { $0.key = "tap" } }
      try market.home.done("user merge phone --into ada")
      for name in ["phone", "ada"] {
        let again = try market.redeem("coffee", by: name) { $0.key = "tap" }
        #expect(again.isReplay && again.vouchers == first.vouchers)
      }
      #expect(try market.coins("ada").posted == 100)
      try market.verify()
    }
  }
}
