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

  /// The reason of a cancellation stands at the coins and at the pieces that come back: at a user's transfer and at one of
  /// the installation's own, which must not keep it.
  @Test func whatIsWrittenAtACancellationOrARefundIsNowhereAfterAnErasure() throws {
    try Market.with { market in
      for name in ["ada", "bob"] { try market.user(name, coins: 500) }
      try market.reward("mug", stock: 9)
      for name in ["ada", "bob"] {
        let held = try market.redeem("mug", by: name) { $0.holds = true }.redemption.id
        try market.home.done("reward cancel \(held) --reason canary-\(name)-cancel")
        let id = try market.redeem("mug", by: name) { $0.holds = true }.redemption.id
        try market.home.done("reward confirm \(id) --note canary-\(name)-note --reason canary-\(name)-confirm")
        try market.home.done("reward refund \(id) --reason canary-\(name)-refund")
        try market.home.done(
          "coins hold --from \(name) --amount 3 --reason canary-\(name)-hold --idempotency-key \(name)")
        try market.home.done("coins redeem --from \(name) --amount 3 --reason canary-\(name)-redeem")
      }
      try market.home.done("user erase ada --confirm ada --yes")
      try market.home.database.read { connection in
        let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
        // The audit log keeps why somebody did something for ever: decision 0048.
        for table in tables where table != "qix_audit" {
          let columns = try connection.rows("SELECT name FROM pragma_table_info(?1)", .text(table)) { $0.text(0) }
          for column in columns {
            let found = try connection.first(
              "SELECT count(*) FROM \(table) WHERE CAST(\(column) AS TEXT) LIKE '%canary-ada%'"
            ) { $0.integer(0) }
            #expect(found == 0, "\(table).\(column)")
          }
        }
        let others = try connection.first("SELECT count(*) FROM coins_details WHERE reason LIKE 'canary-bob%'") {
          $0.integer(0)
        }
        #expect(others == 4)
      }
      try market.verify()
    }
  }

  /// A parcel for nobody isn't sent, and what was held for it comes free.
  @Test func whatIsHeldOfWhoWasErasedIsNotConfirmed() throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try market.reward("mug", stock: 1)
      let id = try market.redeem("mug", by: "ada").redemption.id
      try market.home.done("user erase ada --confirm ada --yes")
      try market.expectRefused("identity.erased") { _ = try market.confirm(id) }
      try market.cancel(id)
      #expect(try market.shelf("mug").available == 1)
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
