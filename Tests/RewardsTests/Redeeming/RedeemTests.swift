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

/// Coins, pieces and what the user gets: together or not at all.
@Suite struct RedeemTests {
  @Test func aVoucherIsPaidForAndHandedOverAtOnce() throws {
    try Market.with { market in
      try market.user("ada", coins: 250)
      try TestVouchers.fill("latte", 3, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 3)
      let redeemed = try market.redeem("coffee", by: "ada") { $0.quantity = 2 }
      #expect(redeemed.vouchers.map(\.code) == ["latte-code-0", "latte-code-1"])
      #expect(redeemed.redemption.stage == .fulfilled && redeemed.redemption.coins == 200)
      #expect(try market.coins("ada") == Balance(posted: 50, held: 0, available: 50))
      #expect(try market.shelf("coffee") == Balance(posted: 1, held: 0, available: 1))
      try market.verify()
    }
  }

  @Test func goodsAreHeldUntilSomebodyHandsThemOver() throws {
    try Market.with { market in
      try market.user("ada", coins: 250)
      try market.reward("mug", stock: 3)
      let id = try market.redeem("mug", by: "ada") { $0.quantity = 2 }.redemption.id
      #expect(try market.state(id) == .held)
      #expect(try market.coins("ada") == Balance(posted: 250, held: 200, available: 50))
      #expect(try market.shelf("mug") == Balance(posted: 3, held: 2, available: 1))
      try market.verify()
      let confirmed = try market.confirm(id, note: "parcel 4711")
      #expect(confirmed.redemption.stage == .fulfilled && confirmed.redemption.note == "parcel 4711")
      #expect(try market.coins("ada") == Balance(posted: 50, held: 0, available: 50))
      #expect(try market.shelf("mug") == Balance(posted: 1, held: 0, available: 1))
      let before = try market.home.contents()
      #expect(try market.confirm(id, note: "another").isReplay)
      #expect(try market.home.contents() == before)
      try market.expectRefused("rewards.already-over") { try market.cancel(id) }
      try market.verify()
    }
  }

  @Test func whatIsCancelledGivesEverythingBack() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try market.reward("mug", stock: 1)
      let id = try market.redeem("mug", by: "ada").redemption.id
      #expect(try market.cancel(id).redeemed.redemption.reason == "broken")
      #expect(try market.coins("ada").available == 100)
      #expect(try market.shelf("mug").available == 1)
      let before = try market.home.contents()
      #expect(try market.cancel(id).redeemed.isReplay)
      #expect(try market.home.contents() == before)
      try market.expectRefused("rewards.already-over") { _ = try market.confirm(id) }
      // The piece and the coins are there for the next.
      _ = try market.redeem("mug", by: "ada")
      try market.verify()
    }
  }

  /// Nobody has to do anything for it: the moment is the ledger's own.
  @Test func aHoldEndsByItself() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try market.user("bob", coins: 100)
      try market.reward("mug", stock: 1) { $0.limits.total = 1 }
      let id = try market.redeem("mug", by: "ada").redemption.id
      try market.expectRefused("rewards.limit-total") { _ = try market.redeem("mug", by: "bob") }
      market.advance(days: 7)
      #expect(try market.state(id) == .timedOut)
      try market.verify()
      try market.expectRefused("rewards.timed-out") { _ = try market.confirm(id) }
      try market.expectRefused("rewards.timed-out") { try market.cancel(id) }
      _ = try market.redeem("mug", by: "bob")
      try market.home.done("coins expire")
      #expect(try market.coins("ada").available == 100)
      try market.verify()
    }
  }

  @Test func donationsAndTicketsAreDoneAtOnce() throws {
    try Market.with { market in
      let ada = try market.user("ada", coins: 100)
      try market.home.makeVault()
      try market.home.done("raffle create spring --winners 1")
      try market.reward("trees", .donation(to: "Forest"), price: 10)
      try market.reward("ticket", .raffle(name: "spring", tickets: 3), price: 10)
      #expect(try market.redeem("trees", by: "ada").redemption.stage == .fulfilled)
      let id = try market.redeem("ticket", by: "ada") { $0.quantity = 2 }.redemption.id
      let entry = try market.home.database.read { connection in
        try connection.first("SELECT user, tickets, key FROM draws_entries") {
          "\(try $0.identifier(0, UserTag.self)) \($0.integer(1)) \($0.text(2))"
        }
      }
      #expect(entry == "\(ada) 6 \(id)")
      for reward in ["trees", "ticket"] {
        let given = try market.redeem(reward, by: "ada").redemption.id
        try market.expectRefused("rewards.not-refundable") { try market.refund(given) }
      }
      try market.verify()
    }
  }

  @Test func whatIsHeldOnRequestIsHandedOverWhenConfirmed() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try market.reward("coffee", .voucher(series: "latte"))
      let id = try market.redeem("coffee", by: "ada") { $0.holds = true }.redemption.id
      // None is left yet: the coins stay reserved, and it can be tried again.
      try market.expectRefused("vouchers.none-left") { _ = try market.confirm(id) }
      try TestVouchers.fill("latte", 1, in: market.home)
      #expect(try market.confirm(id).vouchers.map(\.code) == ["latte-code-0"])
      try market.verify()
    }
  }

  /// Each step that can fail takes back those before it.
  @Test func nothingIsTakenWhereOneThingIsMissing() throws {
    try Market.with { market in
      try market.user("ada", coins: 150)
      try market.home.makeVault()
      try market.home.done("raffle create spring --winners 1")
      try market.home.done("raffle enter spring --user ada")
      try market.home.done("raffle freeze spring")
      try market.reward("coffee", .voucher(series: "none"), stock: 2)
      try market.reward("ticket", .raffle(name: "spring", tickets: 1), stock: 2)
      try market.reward("lost", .raffle(name: "nowhere", tickets: 1), stock: 2)
      try market.reward("mug", stock: 2)
      try market.reward("empty", stock: 0)
      try market.expectRefused("vouchers.none-left") { _ = try market.redeem("coffee", by: "ada") }
      try market.expectRefused("draws.raffle-frozen") { _ = try market.redeem("ticket", by: "ada") }
      try market.expectRefused("draws.raffle-not-found") { _ = try market.redeem("lost", by: "ada") }
      try market.expectRefused("coins.insufficient") { _ = try market.redeem("mug", by: "ada") { $0.quantity = 2 } }
      try market.expectRefused("rewards.out-of-stock") { _ = try market.redeem("empty", by: "ada") }
      try market.expectRefused("rewards.out-of-stock") { _ = try market.redeem("mug", by: "ada") { $0.quantity = 3 } }
      try market.verify()
    }
  }

  @Test func everyRuleIsAskedAtThatMoment() throws {
    try Market.with { market in
      try market.user("ada", coins: 1_000)
      try market.reward("draft") { $0.state = .draft }
      try market.reward("early") { $0.start = market.days(1) }
      try market.reward("late") { $0.end = market.now }
      try market.reward("pro") { $0.minimumMode = .pro }
      try market.reward("gold") { $0.conditions = ["nothing:gold"] }
      try market.reward("free", price: 0)
      try market.reward("mug")
      for (name, code) in [
        ("draft", "rewards.not-published"), ("early", "rewards.not-yet"), ("late", "rewards.over"),
        ("pro", "identity.mode-too-low"), ("gold", "identity.condition-unknown"), ("free", "rewards.no-price"),
        ("nothing", "rewards.not-found"),
      ] {
        try market.expectRefused(code) { _ = try market.redeem(name, by: "ada") }
      }
      try market.expectRefused("identity.user-not-found") { _ = try market.redeem("mug", by: "nobody") }
      try market.expectRefused("rewards.price-above") { _ = try market.redeem("mug", by: "ada") { $0.atMost = 99 } }
      _ = try market.redeem("mug", by: "ada") { $0.atMost = 100 }
      market.home.clock.advance(byMicroseconds: 1)
      try market.price("mug", 120)
      try market.expectRefused("rewards.price-above") { _ = try market.redeem("mug", by: "ada") { $0.atMost = 100 } }
      try market.home.done("user suspend ada --reason test")
      try market.expectRefused("identity.suspended") { _ = try market.redeem("mug", by: "ada") }
      try market.home.done("user resume ada --reason test")
      try market.change("mug") { $0.state = .retired }
      try market.expectRefused("rewards.retired") { _ = try market.redeem("mug", by: "ada") }
      market.advance(days: 1)
      _ = try market.redeem("early", by: "ada")
      try market.verify()
    }
  }
}
