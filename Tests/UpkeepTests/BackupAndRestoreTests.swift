import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@Suite struct BackupAndRestoreTests {
  /// A home with a user who has coins, and a backup of it.
  private func withBackup(_ body: (TestHome, _ backup: String) throws -> Void) throws {
    try TestHome.with { folder in
      let home = TestHome(path: folder.path + "/home")
      #expect(try home.qix("init").exitCode == 0)
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      #expect(try home.qix("coins issue --to ada --amount 50 --idempotency-key k").exitCode == 0)
      let backup = folder.path + "/backup.db"
      let outcome = try home.qix(["db", "backup", backup])
      #expect(outcome.exitCode == 0, "\(outcome)")
      try body(home, backup)
    }
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// What a restore adds is its own entry in the audit log.
  private func withoutAudit(_ home: TestHome) throws -> [String] {
    try home.contents().filter { !$0.hasPrefix("qix_audit") }
  }

  @Test func aBackupIsWrittenDown() throws {
    try withBackup { home, backup in
      func log() throws -> String { try home.qix("audit show --action upkeep.backup --tsv").output }
      #expect(try log().contains("backup.db"))
      let before = try home.contents()
      let dry = try home.qix(["db", "backup", backup + "2", "--with-vault", "--dry-run", "--json"])
      #expect(dry.exitCode == 0 && dry.output.contains("\"dry_run\": true"), "\(dry)")
      #expect(try home.qix(["db", "backup", backup, "--dry-run"]).exitCode == 5)
      #expect(try home.qix(["db", "backup", "/nowhere/x.db", "--dry-run"]).exitCode == 1)
      #expect(try home.contents() == before)
      #expect(TestHome.mode(backup + "2") == nil)
      #expect(try home.qix(["db", "backup", backup + "2", "--with-vault", "--reason", "moving"]).exitCode == 0)
      #expect(try log().contains("backup.db2 with the vault") && log().contains("moving"))
      // What can't be written down makes no backup.
      try home.unchecked.exclusively { try $0.execute(script: "DROP TABLE qix_audit") }
      #expect(try home.qix(["db", "backup", backup + "3"]).exitCode != 0)
      #expect(TestHome.mode(backup + "3") == nil && TestHome.mode(backup + "3.partial") == nil)
    }
  }

  /// A folder of backups keeps the newest, and every file that is none.
  @Test func aFolderKeepsTheNewest() throws {
    try TestHome.initialised { home in
      let folder = "\(home.path)/backups"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let strangers = ["notes.txt", "qix-20260101T000000Z.db.partial", "qix-latest.db", "qix-20260101T00000AZ.db"]
      for name in strangers { try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { !strangers.contains($0) }.sorted()
      }
      for _ in 1...4 {
        try home.done("db backup \(folder) --keep 3")
        home.clock.advance(byMicroseconds: Timestamp.day)
      }
      let days = ["qix-20270116T080000Z.db", "qix-20270117T080000Z.db", "qix-20270118T080000Z.db"]
      #expect(try kept() == days)
      let dry = try home.qix("db backup \(folder) --keep 1 --dry-run --json")
      #expect(dry.exitCode == 0, "\(dry)")
      #expect(try kept() == days)
      let last = try home.qix("db backup \(folder) --keep 2 --json")
      #expect(last.output.contains(days[0]) && last.output.contains(days[1]), "\(last)")
      #expect(try kept() == [days[2], "qix-20270119T080000Z.db"])
      // A second of the same second is another one, and the newer of them.
      for number in 2...11 {
        try home.done("db backup \(folder) --keep 2")
        #expect(try kept().contains("qix-20270119T080000Z-\(number).db"))
      }
      #expect(try kept() == ["qix-20270119T080000Z-10.db", "qix-20270119T080000Z-11.db"])
      try home.done("db backup \(folder) --keep 2")
      #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)).isSuperset(of: strangers))
      // Without --keep a folder is no place for a backup, with it a file is none.
      #expect(try home.qix("db backup \(folder)").exitCode != 0)
      #expect(try home.qix("db backup \(folder)/notes.txt --keep 2").exitCode == 1)
      #expect(try home.qix("db backup \(folder) --keep 2 --force").exitCode == 2)
      // A backup that fails removes nothing.
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      home.clock.advance(byMicroseconds: Timestamp.day)
      disk.fail(.full, at: 5, stays: true)
      #expect(try faulty.qix("db backup \(folder) --keep 1").exitCode == 1)
      #expect(try kept().count == 2)
    }
  }

  @Test func intoACleanMachine() throws {
    try withBackup { home, backup in
      let other = TestHome(path: home.path + "-other")
      let outcome = try other.qix(["db", "restore", backup])
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(try withoutAudit(other) == withoutAudit(home))
      #expect(try other.qix("db check").exitCode == 0)
      #expect(try files(other.path).allSatisfy { $0.hasPrefix("qix.") })
      #expect(TestHome.mode(other.path + "/qix.db") == 0o600)
      #expect(try other.qix("db status").output.contains("wal"))
      // The key was used before the backup was made.
      #expect(
        try other.qix("coins issue --to ada --amount 50 --idempotency-key k --quiet").output
          == home.qix("coins issue --to ada --amount 50 --idempotency-key k --quiet").output)
      let log = try other.qix("audit show --limit 1 --tsv").output
      #expect(log.contains("upkeep.restore\tbackup.db"))
    }
  }

  @Test func keepsWhatWasThere() throws {
    try withBackup { home, backup in
      let then = try withoutAudit(home)
      #expect(try home.qix("coins issue --to ada --amount 7").exitCode == 0)
      let later = try home.contents()
      #expect(try home.qix(["db", "restore", backup, "--yes", "--reason", "test"]).exitCode == 0)
      #expect(try withoutAudit(home) == then)
      let safety = try #require(try files(home.path).first { $0.hasPrefix("before-restore-") })
      #expect(TestHome.mode("\(home.path)/\(safety)") == 0o600)
      // And back again; the clock stands still, so the name of the second must differ.
      #expect(try home.qix(["db", "restore", "\(home.path)/\(safety)", "--yes"]).exitCode == 0)
      #expect(try withoutAudit(home) == later.filter { !$0.hasPrefix("qix_audit") })
      #expect(try files(home.path).filter { $0.hasPrefix("before-restore-") }.count == 2)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  /// Damage to a backup, and what of it the error names.
  private static let damages: [(String, @Sendable (inout Data) -> Void)] = [
    ("emptied", { $0 = Data() }),
    ("cut", { $0 = $0.prefix($0.count / 2) }),
    ("not a database", { $0 = Data(repeating: 0x51, count: $0.count) }),
    ("header", { $0[3] ^= 0xFF }),
    // In the b-tree header of the audit log's or ledger's pages.
    (
      "every third page",
      { data in for page in stride(from: 3, to: data.count / 8_192, by: 3) { data[page * 8_192] = 0x77 } }
    ),
  ]

  @Test(arguments: 0..<damages.count) func damagedIsRefused(_ number: Int) throws {
    try withBackup { home, backup in
      let url = URL(fileURLWithPath: backup)
      var data = try Data(contentsOf: url)
      Self.damages[number].1(&data)
      try data.write(to: url)
      let before = try home.contents()
      let outcome = try home.qix(["db", "restore", backup, "--yes"])
      #expect(outcome.exitCode == 7, "\(Self.damages[number].0): \(outcome)")
      #expect(try home.contents() == before)
      #expect(try files(home.path).allSatisfy { $0.hasPrefix("qix.") })
    }
  }

  /// Somebody named the wrong file: nothing is damaged.
  @Test func whatIsNoDatabaseIsNoBackup() throws {
    try withBackup { home, backup in
      for content in ["", "SQLite", "user,amount\nada,5\n"] {
        try Data(content.utf8).write(to: URL(fileURLWithPath: backup))
        let outcome = try home.qix(["db", "restore", backup, "--yes", "--json"])
        #expect(outcome.exitCode == 7 && outcome.errors.contains("upkeep.no-backup"), "\(outcome)")
        #expect(!outcome.errors.contains("damaged"))
      }
    }
  }

  @Test(arguments: [
    "DROP TRIGGER qix_audit_is_never_updated; UPDATE qix_audit SET actor = 'x' WHERE entry = 2",
    "INSERT INTO qix_migrations SELECT 'unheard', 'of', digest, 0 FROM qix_migrations LIMIT 1",
    "UPDATE qix_migrations SET digest = x'00' WHERE module = 'coins'",
    "DROP TRIGGER coins_accounts_are_never_deleted; PRAGMA foreign_keys = OFF; DELETE FROM coins_accounts",
    "DROP TABLE qix_migrations",
  ])
  func tamperedIsRefused(_ sql: String) throws {
    try withBackup { home, backup in
      let folder = HomeFolder(path: home.path)
      let database = Database(
        home: folder, engine: SQLiteEngine(path: backup), clock: home.clock, actor: "test", migrator: nil,
        memory: .none)
      try database.exclusively { try $0.execute(script: sql) }
      let before = try home.contents()
      for words in [["db", "restore", backup, "--yes"], ["db", "restore", backup, "--dry-run"]] {
        let outcome = try home.qix(words)
        #expect(outcome.exitCode == 7, "\(outcome)")
      }
      #expect(try home.contents() == before)
    }
  }

  @Test func unreadableDatabaseIsSetAside() throws {
    try withBackup { home, backup in
      let then = try withoutAudit(home)
      try home.checkpoint()
      let url = URL(fileURLWithPath: home.path + "/qix.db")
      let junk = Data(repeating: 0x51, count: 50_000)
      try junk.write(to: url)
      #expect(try home.qix("db check").exitCode == 7)
      let outcome = try home.qix(["db", "restore", backup, "--yes"])
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(outcome.errors.contains("set aside"))
      #expect(try withoutAudit(home) == then)
      let safety = try #require(try files(home.path).first { $0.hasPrefix("before-restore-") })
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(home.path)/\(safety)")) == junk)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func asksFirst() throws {
    try withBackup { home, backup in
      let before = try home.contents()
      #expect(try home.qix(["db", "restore", backup]).exitCode == 2)
      let declined = try home.qix(["db", "restore", backup], input: "n\n", isTerminal: true)
      #expect(declined.exitCode == 130)
      #expect(try home.contents() == before)
      #expect(try home.qix(["db", "restore", backup], input: "y\n", isTerminal: true).exitCode == 0)
    }
  }

  /// Whoever restores is told what goes with it, before it is gone and after; what a backup has isn't lost.
  @Test func whatARestoreTakesBackIsTold() throws {
    try withBackup { home, backup in
      let none = try home.qix(["db", "restore", backup, "--dry-run", "--json"])
      #expect(none.output.contains("\"lost_changes\": 0") && !none.errors.contains("be lost"), "\(none)")
      try home.done("coins issue --to ada --amount 300 --idempotency-key paid-1")
      try home.done("user create --external-id bo")
      let wanted = try home.qix(["db", "restore", backup, "--dry-run"])
      #expect(wanted.errors.contains("2 changes made here since the backup would be lost"), "\(wanted)")
      let asked = try home.qix(["db", "restore", backup], input: "n\n", isTerminal: true)
      let question = asked.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(question.contains("2 changes made here since the backup will be lost."), "\(asked)")
      let done = try home.qix(["db", "restore", backup, "--yes", "--json"])
      #expect(done.exitCode == 0 && done.output.contains("\"lost_changes\": 2"), "\(done)")
      #expect(done.errors.contains("since the backup are lost"), "\(done)")
    }
  }

  @Test func dryRunAndReadOnlyChangeNothing() throws {
    try withBackup { home, backup in
      let before = try home.contents()
      #expect(try home.qix(["db", "restore", backup, "--dry-run"]).exitCode == 0)
      #expect(try home.qix(["db", "restore", backup, "--yes", "--read-only"]).exitCode == 4)
      #expect(try home.qix(["db", "backup", backup + "2", "--read-only"]).exitCode == 0)
      #expect(try home.contents() == before)
      #expect(try files(home.path).allSatisfy { $0.hasPrefix("qix.") })
    }
  }

  /// reliability.md, 4, for the replacement: it happens as a whole or not at all.
  @Test(arguments: [FaultyDisk.Fault.full, .shortWrite]) func onAFullDisk(_ fault: FaultyDisk.Fault) throws {
    try withBackup { home, backup in
      #expect(try home.qix("coins issue --to ada --amount 7").exitCode == 0)
      let before = try withoutAudit(home)
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      // The safety backup's writes come first, those of the log behind them.
      var last = 0
      for number in FaultyDisk.longRun {
        last = number
        disk.fail(fault, at: number)
        let outcome = try faulty.qix(["db", "restore", backup, "--yes"])
        if disk.failures == 0 || outcome.exitCode == 0 {
          #expect(outcome.exitCode == 0, "\(outcome)")
          break
        }
        #expect(outcome.exitCode == 1, "write \(number): \(outcome)")
        #expect(try withoutAudit(home) == before, "write \(number)")
      }
      #expect(last > 400)
      #expect(try withoutAudit(home) != before)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func backupRefusesToOverwrite() throws {
    try withBackup { home, backup in
      let database = home.path + "/qix.db"
      #expect(try home.qix(["db", "backup", backup]).exitCode == 5)
      let link = backup + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database)
      for (path, code) in [(database, 2), (link, 2), (home.path, 1), ("/nowhere/x.db", 1), ("-", 2)]
        as [(String, Int32)]
      {
        let outcome = try home.qix(["db", "backup", path, "--force"])
        #expect(outcome.exitCode == code, "\(path): \(outcome)")
      }
      #expect(try home.qix(["db", "restore", database, "--yes"]).exitCode == 2)
      #expect(try home.qix(["db", "restore", "/nowhere/x.db", "--yes"]).exitCode == 3)
      _ = try home.qix("coins issue --to ada --amount 7")
      #expect(try home.qix(["db", "backup", backup, "--force", "--quiet"]).output == backup + "\n")
      #expect(TestHome.mode(backup) == 0o600)
      #expect(try files(home.path + "/..") == ["backup.db", "backup.db.link", "home"])
    }
  }

  @Test func olderBackupIsBroughtUpToDate() throws {
    try withBackup { home, backup in
      let folder = HomeFolder(path: home.path)
      let database = Database(
        home: folder, engine: SQLiteEngine(path: backup), clock: home.clock, actor: "test", migrator: nil,
        memory: .none)
      // As if it had been made before there were coins.
      try database.exclusively { connection in
        let find = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'coins%'")
        var script = "PRAGMA foreign_keys = OFF; DELETE FROM qix_migrations WHERE module = 'coins';"
        while try find.step() { script += "DROP TABLE \(String(decoding: find.bytes(0), as: UTF8.self));" }
        find.reset()
        try connection.execute(script: script)
      }
      let outcome = try home.qix(["db", "restore", backup, "--yes", "--json"])
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(outcome.output.contains("\"migrations\": 18"), "all of coins'")
      #expect(try home.count("coins_transfers") == 0)
      #expect(try home.qix("coins issue --to ada --amount 1").exitCode == 0)
    }
  }
}
