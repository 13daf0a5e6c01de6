import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Upkeep

@Suite struct CheckTests {
  private func withCoins(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      #expect(try home.qix("coins issue --to ada --amount 50").exitCode == 0)
      try body(home)
    }
  }

  @Test func wholeDatabase() throws {
    try withCoins { home in
      for words in ["db check", "db check --read-only", "audit verify", "doctor"] {
        let outcome = try home.qix(words)
        #expect(outcome.exitCode == 0, "\(words): \(outcome)")
        #expect(!outcome.output.contains("fault"))
      }
    }
  }

  /// What somebody does to the file, and what the check names.
  @Test(arguments: [
    ("DROP TRIGGER coins_transfers_are_never_updated", "trigger coins_transfers_are_never_updated is missing"),
    ("CREATE TABLE extra (a)", "table extra was added by hand"),
    ("DROP INDEX coins_lots_by_expiry", "index coins_lots_by_expiry is missing"),
    (
      "PRAGMA foreign_keys = OFF; DROP TRIGGER coins_accounts_are_never_deleted; DELETE FROM coins_accounts",
      "refers to a row of coins_accounts that doesn't exist"
    ),
    ("DROP TRIGGER qix_audit_is_never_deleted; DELETE FROM qix_audit WHERE entry = 1", "qix_audit_is_never_deleted"),
    ("DELETE FROM qix_migrations WHERE module = 'coins'", "migrations are pending: coins/"),
    ("UPDATE qix_migrations SET digest = x'00' WHERE module = 'coins'", "different content"),
  ])
  func names(_ sql: String, _ fault: String) throws {
    try withCoins { home in
      try home.unchecked.exclusively { try $0.execute(script: sql) }
      let outcome = try home.qix("db check")
      #expect(outcome.exitCode == 7)
      #expect(outcome.output.contains(fault), "\(outcome)")
      #expect(outcome.errors.contains("not whole"))
      let json = try home.qix("db check --json")
      #expect(json.exitCode == 7 && json.output.contains("\"verdict\": \"fault\""))
      #expect(json.errors.contains("\"code\":\"upkeep.unsound\""))
    }
  }

  /// What a batch no longer knows would be paid again by the same file.
  @Test func linesThatABatchHasForgottenAreNamed() throws {
    try withCoins { home in
      try home.done("coins issue --file - --batch july", input: "user,amount\nada,1\nada,2\n")
      #expect(try home.done("db check").contains("1 batch, each with a record of its lines"))
      try home.unchecked.exclusively { connection in
        let trigger = try #require(connection.schemaObjects()["trigger qix_batch_parts_are_never_deleted"])
        try connection.execute(
          script: "DROP TRIGGER qix_batch_parts_are_never_deleted; DELETE FROM qix_batch_parts; \(trigger)")
      }
      let outcome = try home.qix("db check")
      #expect(outcome.exitCode == 7)
      #expect(outcome.output.contains("batch 1 has done 2 lines, but has records of 0"), "\(outcome)")
    }
  }

  @Test func auditVerifyNamesTheEntry() throws {
    try withCoins { home in
      let head = try home.qix("audit verify --tsv")
      #expect(head.exitCode == 0 && head.output.contains("head\t"))
      try home.unchecked.exclusively {
        try $0.execute(
          script: "DROP TRIGGER qix_audit_is_never_updated; UPDATE qix_audit SET subject = 'x' WHERE entry = 4")
      }
      let outcome = try home.qix("audit verify")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("entry 4"), "\(outcome)")
    }
  }

  @Test func auditShowPages() throws {
    try withCoins { home in
      let last = try home.unchecked.read { try AuditLog.entries(limit: 1, in: $0) }.first?.number ?? 0
      func numbers(_ page: TestTerminal.Outcome) -> [Int64] {
        page.output.split(separator: "\n").dropFirst().compactMap { Int64($0.prefix { $0 != "\t" }) }
      }
      let first = try home.qix("audit show --limit 2 --tsv")
      #expect(numbers(first) == [last, last - 1])
      #expect(first.errors.contains("--before \(last - 1)"))
      let second = try home.qix("audit show --limit 2 --before \(last - 1) --tsv")
      #expect(numbers(second) == [last - 2, last - 3])
      let issues = try home.qix("audit show --action coins.issue --tsv")
      #expect(issues.output.split(separator: "\n").count == 2)
    }
  }

  private enum Grumbling: DataChecking, DoctorChecking {
    static let id = "grumbling"
    static let summary = "Finds fault."
    static func check(_ database: Database, in context: Context) throws -> [Finding] {
      throw StorageError.corrupt("a row of \(database.location.split(separator: "/").last ?? "") is odd")
    }
    static func examine(in context: Context) throws -> [Finding] { [] }
  }

  @Test func modulesAreAsked() throws {
    try TestHome.with { home in
      let folder = HomeFolder(path: home.path)
      let registry = try Registry([Grumbling.self])
      let migrator = Migrator(registry)
      let database = home.unchecked
      try database.create()
      _ = try migrator.migrate(database, clock: home.clock)
      var context = Context(clock: home.clock, random: home.random)
      context.registry = registry
      context.migrator = migrator
      context.home = folder
      context.database = database
      let findings = try DataCheck(context: context).findings(of: database)
      #expect(findings.faults == ["grumbling: the database is damaged: a row of qix.db is odd"])
    }
  }

  @Test func nothingThere() throws {
    try TestHome.with { home in
      for words in ["db status", "db check", "db migrate", "db backup \(home.path)/x.db", "audit show", "audit verify"]
      {
        let outcome = try home.qix(words)
        #expect(outcome.exitCode == 3, "\(words): \(outcome)")
        #expect(outcome.errors.contains("qix init"))
      }
    }
  }
}
