import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// Vouchers of users who are merged, erased or want their data; and what somebody has changed who has the file.
@Suite struct UserDataTests {
  @Test func vouchersGoToTheSurvivor() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 2 --title Coffee")
      let (anna, ann) = (try counter.user("anna"), try counter.user("ann"))
      let given = try counter.hand("coffee", to: anna)
      #expect(try counter.qix("user merge ann --into anna").exitCode == 0)
      #expect(try counter.qix("user merge anna --into ann").exitCode != 0)
      let other = try counter.user("other")
      #expect(try counter.qix("user merge anna --into other").exitCode == 0)
      #expect(try counter.qix("voucher show \(given.id) --json").output.contains("\(other)"))
      // The repeat of a hand-over finds the same voucher under the survivor.
      #expect(try counter.hand("coffee", to: other) == given)
      _ = ann
    }
  }

  @Test func aVoucherOutlivesWhoHadItAndLeadsToNobody() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 1 --title Coffee")
      let anna = try counter.user("anna")
      let given = try counter.hand("coffee", to: anna, key: "for anna")
      let export = try counter.qix("user export anna --reveal --reason asked")
      #expect(export.output.contains("\(given.id)") && !export.output.contains(given.code), "\(export.errors)")
      #expect(try counter.qix("user erase anna --confirm anna --reason asked").exitCode == 0)
      #expect(try !counter.qix("voucher show \(given.id) --json").output.contains("\(anna)"))
      #expect(try !counter.home.contents().contains { $0.hasPrefix("vouchers_vouchers") && $0.contains("for anna") })
      try counter.run("voucher use", input: given.code)
    }
  }

  private static func findings(_ counter: Counter) throws -> [Finding] {
    try VouchersModule.check(counter.context.database, in: counter.context)
  }

  /// Writes to the tables as somebody who has the file.
  private static func tamper(_ counter: Counter, _ sql: String) throws {
    try counter.write { connection in
      for trigger in ["vouchers_stay_what_they_are", "vouchers_are_void_for_good", "vouchers_series_keep_their_word"] {
        try connection.run("DROP TRIGGER IF EXISTS \(trigger)")
      }
      try connection.run(sql)
    }
  }

  @Test(arguments: [
    // Into a series that is worth more.
    "UPDATE vouchers_vouchers SET series = (SELECT id FROM vouchers_series WHERE name = 'car')",
    // Another voucher's box.
    """
    UPDATE vouchers_vouchers SET box = (SELECT box FROM vouchers_vouchers ORDER BY id DESC LIMIT 1)
    WHERE id = (SELECT id FROM vouchers_vouchers ORDER BY id LIMIT 1)
    """,
    // Another voucher's id.
    "UPDATE vouchers_vouchers SET id = zeroblob(16) WHERE id = (SELECT id FROM vouchers_vouchers ORDER BY id LIMIT 1)",
    "UPDATE vouchers_vouchers SET hash = zeroblob(16) WHERE id = (SELECT id FROM vouchers_vouchers ORDER BY id LIMIT 1)",
    // Used, and now again as if never.
    "UPDATE vouchers_vouchers SET state = 2, used = 0 WHERE state = 3",
    "UPDATE vouchers_series SET free = free + 1, made = made + 1 WHERE name = 'coffee'",
  ])
  func theCheckFindsWhatWasChanged(_ sql: String) throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 5 --title Coffee")
      try counter.run("voucher generate car --count 1 --title Car")
      let given = try counter.hand("coffee", to: counter.user("anna"))
      try counter.run("voucher use", input: given.code)
      #expect(try Self.findings(counter).allSatisfy { $0.verdict == .ok })
      try Self.tamper(counter, sql)
      #expect(try Self.findings(counter).contains { $0.verdict == .fault })
    }
  }

  @Test func aVoucherInAnotherSeriesIsNotTaken() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --on-demand --title Coffee")
      try counter.run("voucher generate car --on-demand --title Car")
      let given = try counter.hand("coffee", to: counter.user("anna"))
      try Self.tamper(
        counter, "UPDATE vouchers_vouchers SET series = (SELECT id FROM vouchers_series WHERE name = 'car')")
      #expect(try counter.qix("voucher use", input: given.code).exitCode == 7)
      #expect(try counter.home.count("vouchers_uses") == 0)
    }
  }

  @Test func aRotatedVaultChangesNothingForVouchers() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --on-demand --title Coffee")
      let anna = try counter.user("anna")
      let given = try counter.hand("coffee", to: anna)
      let key = try counter.run("voucher key")
      try counter.run("vault rotate --deep --key-file \(counter.home.vaultKey)")
      #expect(try counter.run("voucher key") == key)
      #expect(try counter.hand("coffee", to: anna) == given)
      try counter.run("voucher use", input: given.code)
      #expect(try Self.findings(counter).allSatisfy { $0.verdict == .ok })
    }
  }

  @Test func withoutTheKeyNothingGoesOn() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --on-demand --title Coffee")
      // A vault of another home has no such key.
      try counter.write { connection in
        for table in ["entries", "manifest", "versions", "items", "slots", "header"].map({ "vault_\($0)" }) {
          try connection.run("DELETE FROM \(table)")
        }
      }
      try counter.run("vault init --key-file \(counter.home.vaultKey).2")
      try counter.fails(
        "voucher generate tea --on-demand --title Tea", 7, "vouchers.key-missing")
      #expect(try counter.qix("doctor").output.contains("vouchers"))
    }
  }
}
