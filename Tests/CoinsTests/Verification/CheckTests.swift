import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// The ledger's part in `qix db check`, `qix doctor` and `qix db restore`.
@Suite struct CheckTests {
  private static let attack = "UPDATE coins_accounts SET posted = posted + 1000 WHERE account = 5"

  @Test func checkReadsTheLedger() throws {
    try Till.with { till in
      #expect(
        try line(till, "db check")
          == "ledger\tok\t0 transfers in 0 blocks: all sums agree, and so does what follows from them\t")
      try SampleLedger.fill(till)
      #expect(
        try line(till, "db check")
          == "ledger\tok\t18 transfers in 15 blocks: all sums agree, and so does what follows from them\t")
      try till.tamper(Self.attack)
      let outcome = try till.home.qix("db check")
      #expect(outcome.exitCode == 7)
      #expect(outcome.output.contains("the balance of account 5 is not the sum of its entries (and 2 more)"))
      #expect(outcome.errors.contains("ledger: the balance of account 5"))
    }
  }

  @Test func aBackupThatIsNotSoundIsNotRestored() throws {
    try Till.with { till in
      try SampleLedger.fill(till)
      let home = till.home
      let (good, bad) = ("\(home.path)/good.db", "\(home.path)/bad.db")
      #expect(try home.qix("db backup \(good)").exitCode == 0)
      try till.tamper(Self.attack)
      #expect(try home.qix("db backup \(bad)").exitCode == 0)
      let refused = try home.qix("db restore \(bad) --yes")
      #expect(refused.exitCode == 7)
      #expect(refused.errors.contains("the balance of account 5 is not the sum of its entries"))
      #expect(try home.qix("db restore \(good) --yes").exitCode == 0)
      try till.another().verify()
      let still = try home.qix("db restore \(bad) --yes --dry-run")
      #expect(still.exitCode == 7)
      try till.another().verify()
    }
  }

  @Test func theDoctorLooksAtTheEndOfTheChain() throws {
    try Till.with { till in
      #expect(try line(till, "doctor") == "ledger\tok\tempty\t")
      try SampleLedger.fill(till)
      #expect(try line(till, "doctor") == "ledger\tok\t18 transfers, sealed in 15 blocks\t")
    }
  }

  @Test(arguments: [
    "DELETE FROM coins_blocks WHERE block = 15", "DELETE FROM coins_blocks WHERE block = 14",
    "DELETE FROM coins_blocks",
    "DELETE FROM coins_transfers WHERE transfer = 18", "DELETE FROM coins_transfers",
    "UPDATE coins_blocks SET hash = zeroblob(32) WHERE block >= 14",
    "UPDATE coins_blocks SET transfers = \(Int64.max), first_transfer = \(Int64.max) WHERE block = 15",
  ])
  func theDoctorSeesABrokenEnd(sql: String) throws {
    try Till.with { till in
      try SampleLedger.fill(till)
      try till.tamper(sql)
      let outcome = try till.home.qix("doctor")
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains("ledger: its last block and its last transfer don't fit"), "\(outcome.errors)")
    }
  }

  @Test func withoutADatabaseThereIsNothingToSay() throws {
    try TestHome.with { home in
      let outcome = try home.qix("doctor --tsv")
      #expect(!outcome.output.contains("\nledger\t"))
    }
  }

  /// The line that speaks of the ledger.
  private func line(_ till: Till, _ command: String) throws -> String? {
    let outcome = try till.home.qix("\(command) --tsv")
    return outcome.output.split(separator: "\n").first { $0.hasPrefix("ledger\t") }.map(String.init)
  }
}
