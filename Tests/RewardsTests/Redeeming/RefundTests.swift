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

/// What was paid comes back: never more of it, and never with what it had bought.
@Suite struct RefundTests {
  private func coffee(_ market: Market, _ count: Int = 3) throws -> RedemptionService.Redeemed {
    try TestVouchers.fill("latte", count, in: market.home)
    try market.reward("coffee", .voucher(series: "latte"), stock: Int64(count))
    return try market.redeem("coffee", by: "ada")
  }

  private func voucher(_ id: VoucherID, _ market: Market) throws -> AssignedVoucher.State {
    let book = try market.context.service(Vouchers.book)
    return try market.home.database.read { try book.voucher(id, in: $0).state }
  }

  @Test func aWholeRefundMakesTheVoucherWorthlessAndFreesItsPiece() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      let redeemed = try coffee(market)
      let refund = try market.refund(redeemed.redemption.id).refunded.refund
      #expect(refund.coins == 100 && refund.pieces == 1 && refund.isVoided)
      #expect(try market.coins("ada").available == 100)
      #expect(try market.shelf("coffee").available == 3)
      #expect(try voucher(redeemed.vouchers[0].id, market) == .void)
      #expect(try market.state(redeemed.redemption.id) == .refunded)
      try market.expectRefused("rewards.exceeds-paid") { try market.refund(redeemed.redemption.id) }
      try market.verify()
    }
  }

  @Test func partsAddUpToTheWhole() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      let redeemed = try coffee(market)
      let id = redeemed.redemption.id
      let part = try market.refund(id) { $0.coins = 60 }.refunded.refund
      #expect(!part.isVoided && part.pieces == 0)
      #expect(try voucher(redeemed.vouchers[0].id, market) == .open)
      try market.expectRefused("rewards.exceeds-paid") { try market.refund(id) { $0.coins = 41 } }
      try market.expectRefused("rewards.only-as-a-whole") {
        try market.refund(id) { ($0.coins, $0.restocks) = (10, true) }
      }
      let rest = try market.refund(id) { $0.coins = 40 }.refunded.refund
      #expect(rest.number == 2 && rest.isVoided && rest.pieces == 1)
      #expect(try market.state(id) == .refunded)
      try market.verify()
    }
  }

  @Test(arguments: [1, 2] as [Int64]) func aVoucherThatWasUsedStandsInTheWay(state: Int64) throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      let redeemed = try coffee(market)
      try market.home.database.write(Change("test.use")) { connection, _ in
        try connection.run(
          "UPDATE vouchers_test SET state = ?1, is_part_used = 1 WHERE user IS NOT NULL", .integer(state))
      }
      let id = redeemed.redemption.id
      try market.expectRefused("rewards.voucher-used") { try market.refund(id) }
      // A part is a kindness that takes nothing back.
      try market.refund(id) { $0.coins = 10 }
      let refund = try market.refund(id) { $0.keepsVoucher = true }.refunded.refund
      #expect(refund.coins == 90 && !refund.isVoided && refund.pieces == 0)
      try market.verify()
    }
  }

  /// Two vouchers, one of which was used: the other is taken back and paid, and nothing comes back for what was used.
  @Test func eachVoucherPaysForItself() throws {
    try Market.with { market in
      try market.user("ada", coins: 300)
      try TestVouchers.fill("latte", 3, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 3)
      let redeemed = try market.redeem("coffee", by: "ada") { $0.quantity = 3 }
      let (id, vouchers) = (redeemed.redemption.id, redeemed.vouchers.map(\.id))
      func use(_ voucher: VoucherID) throws {
        try market.home.database.write(Change("test.use")) { connection, _ in
          try connection.run("UPDATE vouchers_test SET state = 2 WHERE id = ?1", .id(voucher))
        }
      }
      try use(vouchers[1])
      try market.expectRefused("rewards.voucher-used") { try market.refund(id) { $0.coins = 300 } }
      let refund = try market.refund(id).refunded.refund
      #expect(refund.coins == 200 && refund.pieces == 2 && refund.isVoided)
      #expect(try vouchers.map { try voucher($0, market) } == [.void, .used, .void])
      #expect(try market.state(id) == .fulfilled)
      #expect(try market.shelf("coffee").available == 2)
      try market.verify()
      // What was paid for is not paid for again, whatever becomes of it.
      try market.expectRefused("rewards.voucher-used") { try market.refund(id) }
      let goodwill = try market.refund(id) { $0.keepsVoucher = true }.refunded.refund
      #expect(goodwill.coins == 100 && !goodwill.isVoided && goodwill.pieces == 0)
      #expect(try market.state(id) == .refunded)
      #expect(try market.coins("ada").available == 300)
      try market.verify()
    }
  }

  /// As goodwill all of it comes back, and even so what is good and was not used becomes worthless.
  @Test func goodwillKeepsWhatWasUsedAndNothingElse() throws {
    try Market.with { market in
      try market.user("ada", coins: 200)
      try TestVouchers.fill("latte", 2, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"))
      let redeemed = try market.redeem("coffee", by: "ada") { $0.quantity = 2 }
      let id = redeemed.redemption.id
      try market.expectRefused("rewards.voucher-unused") { try market.refund(id) { $0.keepsVoucher = true } }
      try market.home.database.write(Change("test.use")) { connection, _ in
        try connection.run("UPDATE vouchers_test SET is_part_used = 1 WHERE id = ?1", .id(redeemed.vouchers[0].id))
      }
      let dry = try market.home.done("reward refund \(id) --reason late --dry-run --json")
      #expect(dry.contains("\"coins\": 100"), "\(dry)")
      let refund = try market.refund(id) { $0.keepsVoucher = true }.refunded.refund
      #expect(refund.coins == 200 && refund.isVoided)
      #expect(try redeemed.vouchers.map { try voucher($0.id, market) } == [.open, .void])
      try market.verify()
    }
  }

  @Test func goodsGoBackToTheShelfWhenSomebodySaysSo() throws {
    try Market.with { market in
      try market.user("ada", coins: 400)
      try market.reward("mug", stock: 4)
      try market.reward("file")
      func fulfilled(_ name: String, _ quantity: Int64 = 1) throws -> RedemptionID {
        try market.confirm(market.redeem(name, by: "ada") { $0.quantity = quantity }.redemption.id).redemption.id
      }
      try market.refund(try fulfilled("mug"))
      #expect(try market.shelf("mug").available == 3)
      try market.refund(try fulfilled("mug", 2)) { $0.restocks = true }
      #expect(try market.shelf("mug").available == 3)
      let uncounted = try fulfilled("file")
      try market.expectRefused("rewards.no-stock") { try market.refund(uncounted) { $0.restocks = true } }
      try market.refund(uncounted) { $0.restocks = false }
      #expect(try market.coins("ada").available == 400)
      try market.verify()
    }
  }

  @Test func eachRefundIsDoneOnceUnderItsKey() throws {
    try Market.with { market in
      try market.user("ada", coins: 200)
      let id = try coffee(market).redemption.id
      let other = try market.redeem("coffee", by: "ada").redemption.id
      let first = try market.refund(id) { ($0.key, $0.coins) = ("r", 50) }.refunded
      let before = try market.home.contents()
      let again = try market.refund(id) { ($0.key, $0.coins) = ("r", 50) }.refunded
      #expect(again.isReplay && again.refund == first.refund)
      #expect(try market.home.contents() == before)
      for change in [
        { $0.coins = 49 }, { $0.coins = nil }, { $0.keepsVoucher = true }, { $0.restocks = false },
        { $0.redemption = other },
      ] as [(inout RedemptionService.RefundRequest) -> Void] {
        try market.expectRefused("rewards.key-conflict") {
          try market.refund(id) {
            ($0.key, $0.coins) = ("r", 50)
            change(&$0)
          }
        }
      }
      try market.verify()
    }
  }

  @Test func onlyWhatWasFulfilledIsRefunded() throws {
    try Market.with { market in
      try market.user("ada", coins: 300)
      try market.reward("mug")
      let (held, cancelled) = (
        try market.redeem("mug", by: "ada").redemption.id, try market.redeem("mug", by: "ada").redemption.id
      )
      try market.cancel(cancelled)
      try market.expectRefused("rewards.not-fulfilled") { try market.refund(held) }
      try market.expectRefused("rewards.already-over") { try market.refund(cancelled) }
      market.advance(days: 8)
      try market.expectRefused("rewards.timed-out") { try market.refund(held) }
      try market.expectRefused("rewards.redemption-not-found") { try market.refund(RedemptionID(high: 1, low: 1)) }
    }
  }

  /// The very lots come back; those whose time was up are booked as expired, and as many come anew.
  @Test func coinsThatHaveExpiredComeAnewForAWhile() throws {
    try Market.with { market in
      try market.user("ada", coins: 60, expires: market.days(5))
      try market.user("ada", coins: 60, expires: market.days(60))
      let id = try coffee(market).redemption.id
      market.advance(days: 10)
      let (refunded, anew) = try market.refund(id)
      #expect(anew?.amount == 60 && anew?.expires == market.days(30))
      #expect(refunded.refund.anewCoins == 60)
      #expect(try market.coins("ada").available == 120)
      market.advance(days: 30)
      #expect(try market.coins("ada").available == 60)
      try market.verify()
    }
  }

  @Test func withoutGraceTheyAreGone() throws {
    try Market.with { market in
      try market.home.done("setting set rewards.refund-grace none")
      try market.user("ada", coins: 100, expires: market.days(5))
      let id = try coffee(market).redemption.id
      market.advance(days: 10)
      #expect(try market.refund(id).anew == nil)
      #expect(try market.coins("ada").available == 0)
      #expect(try market.home.qix("setting set rewards.refund-grace soon").exitCode == 2)
      try market.verify()
    }
  }

  @Test func whatIsCancelledAfterItsCoinsHaveExpiredComesAnewToo() throws {
    try Market.with { market in
      try market.user("ada", coins: 100, expires: market.days(5))
      try market.reward("mug")
      let id = try market.redeem("mug", by: "ada").redemption.id
      market.advance(days: 6)
      #expect(try market.cancel(id).anew?.amount == 100)
      #expect(try market.coins("ada") == Balance(posted: 100, held: 0, available: 100))
      try market.verify()
    }
  }

  /// Redeeming, waiting and refunding is no way around the approval that new coins need.
  @Test func coinsThatComeAnewAreApprovedAsNewOnesAre() throws {
    try Market.with { market in
      try market.user("ada", coins: 100, expires: market.days(5))
      try market.home.done("setting set coins.approval-above 50")
      let redeemed = try coffee(market)
      let id = redeemed.redemption.id
      market.advance(days: 10)
      let words = ["reward", "refund", "\(id)", "--reason", "sent back", "--json"]
      let dry = try market.home.qix(words + ["--dry-run"])
      #expect(dry.exitCode == 4 && dry.errors.contains("coins.approval"))
      #expect(try market.home.count("coins_approvals") == 0)
      let asked = try market.home.qix(words)
      #expect(asked.exitCode == 4)
      #expect(try market.state(id) == .fulfilled)
      #expect(try voucher(redeemed.vouchers[0].id, market) == .open)
      #expect(try market.home.count("rewards_refunds") == 0)
      #expect(try market.home.count("coins_approvals") == 1)
      var boss = market
      boss.home.actor = "local:boss"
      let list = try boss.home.done("coins approvals --quiet")
      try boss.home.done("coins approve \(list.split(separator: "\n")[0])")
      let done = try market.home.qix(words)
      #expect(done.exitCode == 0, "\(done.errors)")
      #expect(try market.state(id) == .refunded)
      #expect(try market.coins("ada").available == 100)
      try market.verify()
    }
  }
}
