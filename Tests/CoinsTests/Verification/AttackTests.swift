import CoinsContract
import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What somebody with all rights on the database may try, and what `qix coins verify` says to it.
@Suite struct AttackTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    /// A sentence that must be among the faults.
    let fault: String
    var testDescription: String { name }

    init(_ name: String, _ sql: String, _ fault: String) { (self.name, self.sql, self.fault) = (name, sql, fault) }
  }

  @Test(arguments: transfers + entries + accounts + lots + draws + holds + blocks)
  func isFoundAndItsPlaceNamed(_ attack: Attack) throws {
    try Till.with { till in
      try SampleLedger.fill(till)
      try till.verify()
      try till.tamper(attack.sql)
      let report = try Verification.run(till.home.database, random: till.home.random)
      #expect(!report.isSound)
      #expect(report.faults.contains { $0.contains(attack.fault) }, "\(report.faults)")
    }
  }

  /// Numbers at the end of what can be counted must not end the verification itself.
  @Test(arguments: [
    "UPDATE coins_transfers SET amount = most WHERE transfer = 3", "UPDATE coins_transfers SET amount = least",
    "UPDATE coins_transfers SET transfer = most WHERE transfer = 18",
    "UPDATE coins_transfers SET transfer = least WHERE transfer = 1",
    "UPDATE coins_transfers SET debit = most WHERE transfer = 18", "UPDATE coins_transfers SET credit = least",
    "UPDATE coins_transfers SET at = most, expires_at = least, linked = least, details = most",
    "UPDATE coins_entries SET amount = most", "UPDATE coins_entries SET amount = least, balance = least",
    "UPDATE coins_entries SET account = least WHERE entry = 5",
    "UPDATE coins_entries SET entry = most WHERE entry = 37",
    "UPDATE coins_entries SET entry = least WHERE entry = 2", "UPDATE coins_accounts SET posted = most",
    "UPDATE coins_accounts SET posted = least, held = most", "UPDATE coins_accounts SET held = least, floor = most",
    "UPDATE coins_accounts SET account = most WHERE account = 7",
    "UPDATE coins_accounts SET account = least WHERE account = 7", "UPDATE coins_accounts SET first_lot = most",
    "UPDATE coins_accounts SET first_lot = least", "UPDATE coins_accounts SET kind = least",
    "UPDATE coins_lots SET lot = most WHERE lot = 7", "UPDATE coins_lots SET lot = least WHERE lot = 1",
    "UPDATE coins_lots SET amount = most, remaining = most", "UPDATE coins_lots SET amount = least, remaining = most",
    "UPDATE coins_lots SET next = most", "UPDATE coins_lots SET next = least",
    "UPDATE coins_lots SET account = most WHERE lot = 1", "UPDATE coins_lots SET account = least WHERE lot = 1",
    "UPDATE coins_draws SET amount = most", "UPDATE coins_draws SET amount = least",
    "UPDATE coins_draws SET lot = most WHERE transfer = 5", "UPDATE coins_draws SET lot = least WHERE transfer = 5",
    "UPDATE coins_draws SET transfer = most WHERE transfer = 5", "UPDATE coins_holds SET amount = most",
    "UPDATE coins_holds SET amount = least", "UPDATE coins_holds SET debit = most",
    "UPDATE coins_holds SET debit = least",
    "UPDATE coins_transfers SET related = most WHERE transfer = 8", "UPDATE coins_blocks SET transfers = most",
    "UPDATE coins_blocks SET transfers = least",
    "UPDATE coins_blocks SET transfers = 0", "UPDATE coins_blocks SET block = most WHERE block = 15",
    "UPDATE coins_blocks SET block = least WHERE block = 1",
    "UPDATE coins_blocks SET first_transfer = most WHERE block = 2",
    "UPDATE coins_blocks SET root = x'', hash = x''", "UPDATE coins_accounts SET owner = x'' WHERE account = 5",
    "UPDATE coins_transfers SET id = x'' WHERE transfer = 1", "UPDATE coins_details SET digest = x''",
  ])
  func numbersBeyondSenseAreFound(_ sql: String) throws {
    try Till.with { till in
      try SampleLedger.fill(till)
      try till.tamper(
        sql.replacingOccurrences(of: "most", with: "\(Int64.max)")
          .replacingOccurrences(of: "least", with: "(-\(Int64.max) - 1)"))
      let outcome = try till.home.qix("coins verify")
      #expect(outcome.exitCode == 7, "\(outcome.errors)")
    }
  }

  /// Through the program, and back again: a backup from before is sound.
  @Test func theProgramSaysSoAndARestoredBackupIsSound() throws {
    try Till.with { till in
      try SampleLedger.fill(till)
      let home = till.home
      let sound = try home.qix("coins verify")
      #expect(sound.exitCode == 0)
      let backup = "\(home.path)/backup.db"
      #expect(try home.qix("db backup \(backup)").exitCode == 0)
      try till.tamper("UPDATE coins_accounts SET posted = posted + 1000 WHERE account = 5")
      let attacked = try home.qix("coins verify")
      #expect(attacked.exitCode == 7)
      #expect(attacked.output.contains("the balance of account 5 is not the sum of its entries"))
      #expect(attacked.errors.contains("the ledger does not add up"))
      #expect(try home.qix("db restore \(backup) --yes").exitCode == 0)
      #expect(try home.qix("coins verify").output == sound.output)
    }
  }

  /// A text may be erased: its digest stays, and proves nothing but that there was one.
  @Test func anErasedTextLeavesTheLedgerSound() throws {
    try Till.with { till in
      let ids = try SampleLedger.fill(till)
      try till.tamper("UPDATE coins_details SET reason = NULL, metadata = NULL")
      let report = try Verification.run(till.home.database, random: till.home.random)
      #expect(report.isSound, "\(report.faults)")
      let shown = try till.home.qix("coins show \(ids[1]) --json")
      #expect(shown.exitCode == 0)
      #expect(!shown.output.contains("welcome"))
      #expect(try till.home.qix("coins prove \(ids[1])").exitCode == 0)
    }
  }

  /// However many faults there are, so many are told.
  @Test func manyFaultsAreCutShort() throws {
    try Till.with { till in
      try till.block { ledger in
        for user in 1...200 { _ = try ledger.apply(.issue(1, to: .user(UInt64(user)))) }
      }
      try till.tamper("UPDATE coins_accounts SET posted = posted + 1 WHERE kind = 1")
      let report = try Verification.run(till.home.database, random: till.home.random)
      #expect(report.faults.count == Verification.limit)
    }
  }

  @Test func anEmptyLedgerIsSound() throws {
    try Till.with { till in
      let outcome = try till.home.qix("coins verify")
      #expect(outcome.exitCode == 0)
    }
  }
}
