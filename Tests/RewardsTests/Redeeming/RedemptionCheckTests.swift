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

/// What somebody with all rights on the database may try, or an operator with the ledger's own commands, and what
/// `qix db check` says to it.
@Suite struct RedemptionCheckTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    /// What must be among the faults.
    let fault: String
    var testDescription: String { name }

    init(_ name: String, _ sql: String, _ fault: String) { (self.name, self.sql, self.fault) = (name, sql, fault) }
  }

  /// One redemption in each state: coffee fulfilled, refunded in part and as a whole; mugs held, fulfilled, cancelled.
  private func filled(_ body: (Market) throws -> Void) throws {
    try Market.with { market in
      try market.user("ada", coins: 2_000)
      try market.user("bob", coins: 100)
      try TestVouchers.fill("latte", 5, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 5)
      try market.reward("mug", stock: 5)
      try market.reward("trees", .donation(to: "Forest"))
      _ = try market.redeem("coffee", by: "ada") { $0.key = "fulfilled" }
      let part = try market.redeem("coffee", by: "ada") { $0.key = "part" }.redemption.id
      try market.refund(part) { $0.coins = 30 }
      try market.refund(try market.redeem("coffee", by: "ada") { $0.key = "whole" }.redemption.id)
      _ = try market.redeem("mug", by: "ada") { $0.key = "held" }
      _ = try market.confirm(market.redeem("mug", by: "ada") { $0.key = "confirmed" }.redemption.id)
      try market.cancel(market.redeem("mug", by: "ada") { $0.key = "cancelled" }.redemption.id)
      _ = try market.redeem("trees", by: "bob") { $0.key = "given" }
      try market.verify()
      #expect(try market.home.done("db check").contains("7 redemptions"))
      try body(market)
    }
  }

  @Test(arguments: [
    Attack(
      "another number of pieces", "UPDATE rewards_redemptions SET quantity = 2, price = 50 WHERE key = 'confirmed'",
      "differ from what the ledger moved"),
    Attack(
      "another price", "UPDATE rewards_redemptions SET price = 50, coins = 50 WHERE key = 'fulfilled'",
      "differ from what the ledger moved"),
    Attack(
      "what is held as fulfilled",
      "UPDATE rewards_redemptions SET state = 2, fulfilled_at = redeemed_at WHERE key = 'held'",
      "is fulfilled, but the ledger's hold of its coins is open"),
    Attack(
      "what is held as cancelled",
      "UPDATE rewards_redemptions SET state = 3, ended_at = redeemed_at WHERE key = 'held'",
      "is cancelled, but the ledger's hold of its coins is open"),
    Attack(
      "what was fulfilled as held",
      "UPDATE rewards_redemptions SET state = 1, fulfilled_at = NULL WHERE key = 'confirmed'",
      "ended by a capture"),
    Attack(
      "what was cancelled as fulfilled",
      "UPDATE rewards_redemptions SET state = 2, fulfilled_at = ended_at, ended_at = NULL WHERE key = 'cancelled'",
      "ended by a void"),
    Attack(
      "a refund that never was",
      "UPDATE rewards_redemptions SET state = 4, ended_at = redeemed_at WHERE key = 'fulfilled'",
      "is refunded, but 0 of its coins"),
    Attack(
      "a longer hold", "UPDATE rewards_redemptions SET held_until = held_until + 1 WHERE key = 'held'",
      "differ from what the ledger"),
    Attack(
      "no piece", "UPDATE rewards_redemptions SET stock_transfer = NULL WHERE key = 'fulfilled'",
      "2 items were redeemed and 0 are held, but redemptions have 1 and 0"),
    Attack(
      "somebody else's coins",
      "UPDATE rewards_redemptions SET coins_transfer = zeroblob(16) WHERE key = 'fulfilled'",
      "the ledger does not have the coins"),
    Attack(
      "another's redemption",
      "UPDATE rewards_redemptions SET user = (SELECT user FROM rewards_redemptions WHERE key = 'given') WHERE key = 'held'",
      "was paid by"),
    Attack(
      "a redemption that is gone", "DELETE FROM rewards_redemptions WHERE key = 'confirmed'",
      "are counted, but users have"),
    Attack(
      "another refund", "UPDATE rewards_refunds SET coins = 31, asked_coins = 31 WHERE coins = 30",
      "but its refunds say 31"),
    Attack(
      "a refund that is gone", "DELETE FROM rewards_refunds WHERE coins = 30",
      "30 coins were taken back, but its refunds say 0"),
    Attack("a voucher that is gone", "DELETE FROM rewards_redeemed_vouchers", "has 0 vouchers, but 1 are due"),
    Attack(
      "another's voucher", "UPDATE vouchers_test SET user = (SELECT user FROM rewards_redemptions WHERE key = 'given')",
      "but usr_"),
    Attack("vouchers of nobody", "DELETE FROM vouchers_test", "does not exist"),
    Attack("a voided voucher that is good again", "UPDATE vouchers_test SET state = 1", "is still valid"),
    Attack("a limit with more room", "UPDATE rewards_taken SET pieces = 0", "0 items of"),
  ])
  func isFound(_ attack: Attack) throws {
    try filled { market in
      try market.home.database.write(Change("test.tamper")) { connection, _ in
        for table in ["redemptions", "redeemed_vouchers", "refunds"] {
          let triggers = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1", .text("rewards_\(table)")
          ) { $0.text(0) }
          for trigger in triggers { try connection.run("DROP TRIGGER \(trigger)") }
        }
        try connection.run("PRAGMA ignore_check_constraints = ON")
        try connection.run("PRAGMA defer_foreign_keys = ON")
        try connection.run(attack.sql)
      }
      let faults = try market.faults()
      #expect(faults.contains { $0.contains(attack.fault) }, "\(faults)")
    }
  }

  /// Commands are refused (`OwnedRedemptionTests`); what some module does behind a redemption's back is told.
  @Test func whatIsDonePastARedemptionInTheLedgerIsTold() throws {
    try filled { market in
      func transfer(_ key: String, _ column: String) throws -> TransferID {
        try market.home.database.read { connection in
          try #require(
            try connection.first("SELECT \(column) FROM rewards_redemptions WHERE key = ?1", .text(key)) {
              try $0.identifier(0, TransferTag.self)
            })
        }
      }
      let ledger = try market.context.service(Coins.ledger)
      let operations: [CoinsContract.Operation] = [
        .void(try transfer("held", "coins_transfer")),
        .reverse(try transfer("fulfilled", "coins_transfer"), amount: 5),
      ]
      try market.home.database.write(Change("test.past")) { connection, _ in
        _ = try ledger.post(operations, in: connection)
      }
      let faults = try market.faults()
      #expect(
        faults.contains { $0.contains("is held, but the ledger's hold of its coins ended by a void") }, "\(faults)")
      #expect(faults.contains { $0.contains("5 coins were taken back, but its refunds say 0") }, "\(faults)")
      #expect(try market.home.qix("db check").exitCode == 7)
      // A cancellation brings the rest in order, and a refund can't pay more than was left.
      let held = try market.home.database.read { try #require(try RedemptionStore($0).find(key: "held")).id }
      try market.cancel(held)
      let fulfilled = try market.home.database.read { try #require(try RedemptionStore($0).find(key: "fulfilled")).id }
      try market.expectRefused("rewards.exceeds-paid") { try market.refund(fulfilled) { $0.coins = 96 } }
      #expect(try market.faults().count == 1)
    }
  }

  /// The schema keeps what must not change, whoever writes.
  @Test(arguments: [
    "DELETE FROM rewards_redemptions WHERE key = 'given'", "UPDATE rewards_redemptions SET quantity = 2, price = 50",
    "UPDATE rewards_redemptions SET key = 'x' WHERE key = 'held'",
    "UPDATE rewards_redemptions SET state = 1, fulfilled_at = NULL WHERE key = 'confirmed'",
    "UPDATE rewards_redemptions SET state = 2, fulfilled_at = 1, ended_at = NULL WHERE key = 'cancelled'",
    "DELETE FROM rewards_refunds", "UPDATE rewards_refunds SET reason = 'another'",
    "DELETE FROM rewards_redeemed_vouchers", "UPDATE rewards_redeemed_vouchers SET number = number + 1",
    "UPDATE rewards_taken SET pieces = -1",
  ])
  func theSchemaRefuses(_ sql: String) throws {
    try filled { market in
      #expect(throws: StorageError.self) {
        try market.home.database.write(Change("test.tamper")) { connection, _ in try connection.run(sql) }
      }
      try market.verify()
    }
  }
}
