import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// An older database than was acknowledged is found by whatever uses it, and mended by a restore or by accepting it.
@Suite struct LossTests {
  /// Whatever reads or writes must say it, and hand out nothing.
  static let commands = [
    "user list", "wallet show ada", "coins issue --to ada --amount 1", "coins verify", "audit verify", "audit show",
    "db check", "db backup HOME/never.db", "doctor", "setting list", "db migrate",
  ]

  /// A home whose last commands are in its log alone.
  private func withLog(_ body: (TestHome, HomeFiles) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.checkpoint()
      for number in 1...3 { try home.done("coins issue --to ada --amount 5 --idempotency-key k\(number)") }
      try body(home, HomeFiles(home))
    }
  }

  private func expectFound(_ home: TestHome, _ words: String, _ what: String) throws {
    let files = try HomeFiles(home)
    for command in Self.commands {
      let outcome = try home.qix(command.replacing("HOME", with: home.path))
      #expect(outcome.exitCode == 7, "\(what), \(command): \(outcome)")
      #expect((outcome.errors + outcome.output).contains(words), "\(what), \(command): \(outcome)")
      #expect(!outcome.output.contains("sound\tyes") && !outcome.errors.contains("The database is whole"))
    }
    #expect(!FileManager.default.fileExists(atPath: home.path + "/never.db"))
    #expect(try HomeFiles(home).database == files.database)
  }

  @Test func aDeletedLog() throws {
    try withLog { home, _ in
      try home.remove("qix.db-wal", "qix.db-shm")
      try expectFound(home, "3 changes are missing", "deleted")
    }
  }

  @Test func anOlderDatabaseIsPutBack() throws {
    try withLog { home, files in
      let old = files.database
      try home.checkpoint()
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      let log = try HomeFiles(home).log
      try home.checkpoint()
      // Alone, as `cp` of the one file does it.
      try home.remove("qix.db-wal", "qix.db-shm")
      try old?.write(to: home.file("qix.db"))
      try expectFound(home, "changes are missing", "alone")
      // Under the log of a newer one, which may well hold the last change.
      try log?.write(to: home.file("qix.db-wal"))
      try home.remove("qix.db-shm")
      try expectFound(home, "acknowledged", "under a newer log")
    }
  }

  @Test func aDatabaseOfAnotherHistory() throws {
    try withLog { home, files in
      try home.done("coins issue --to ada --amount 5 --idempotency-key mine")
      let mine = try HomeFiles(home)
      try files.put(home)
      try home.done("coins issue --to ada --amount 6 --idempotency-key theirs")
      try home.checkpoint()
      let theirs = try HomeFiles(home)
      try mine.put(home)
      #expect(try home.qix("db check").exitCode == 0)
      try HomeFiles(database: theirs.database, log: nil, memory: mine.memory).put(home)
      try expectFound(home, "a different database", "another history")
    }
  }

  @Test func aDatabaseThatIsGone() throws {
    try withLog { home, files in
      try home.remove("qix.db", "qix.db-wal", "qix.db-shm")
      #expect(try home.qix("wallet show ada").exitCode == 3)
      let outcome = try home.qix("init")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("the database is missing"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: home.path + "/qix.db"))
      try files.put(home)
      #expect(try home.qix("db check").exitCode == 0)
      // Who wants a new one says so.
      try home.remove("qix.db", "qix.db-wal", "qix.db-shm", "qix.ack")
      try home.done("init")
      try home.done("db check")
    }
  }

  @Test func aRestoreMendsIt() throws {
    try withLog { home, _ in
      try home.done("db backup \(home.path)/b.db")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      try home.remove("qix.db-wal", "qix.db-shm")
      try home.done("db restore \(home.path)/b.db --yes --reason lost")
      try home.done("db check")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      #expect(try home.count("coins_transfers") == 4)
      // And a second time, when it is older still than what was acknowledged behind the first.
      try home.checkpoint()
      try home.done("db restore \(home.path)/b.db --yes")
      #expect(try home.count("coins_transfers") == 3)
      for command in ["db check", "coins verify", "doctor"] { try home.done(command) }
    }
  }

  @Test func aRestoreWhereTheDatabaseIsGone() throws {
    try withLog { home, _ in
      try home.done("db backup \(home.path)/b.db")
      try home.remove("qix.db", "qix.db-wal", "qix.db-shm")
      try home.done("db restore \(home.path)/b.db --yes")
      try home.done("db check")
      #expect(try home.count("coins_transfers") == 3)
    }
  }

  @Test func itIsAcceptedWithAReason() throws {
    try withLog { home, _ in
      let last = try home.count("qix_audit")
      try home.remove("qix.db-wal", "qix.db-shm")
      #expect(try home.qix("db accept-loss --yes").exitCode == 2)
      let dry = try home.qix("db accept-loss --dry-run --tsv")
      #expect(dry.exitCode == 0 && dry.output.contains("missing\t3"), "\(dry)")
      #expect(try home.qix("db accept-loss --reason r --confirm \(last - 1)").exitCode == 2)
      #expect(try home.qix("wallet show ada").exitCode == 7)
      let accepted = try home.qix("db accept-loss --reason power --confirm \(last)")
      #expect(accepted.exitCode == 0, "\(accepted)")
      let audit = try home.done("audit show --action upkeep.accept-loss --tsv")
      #expect(audit.contains("\(last - 3) of \(last) changes") && audit.contains("power"))
      for command in ["db check", "coins verify", "doctor"] { try home.done(command) }
      for number in 1...3 { try home.done("coins issue --to ada --amount 5 --idempotency-key k\(number)") }
      #expect(try home.count("coins_transfers") == 3)
      #expect(try home.qix("db accept-loss --reason r --yes").exitCode == 5)
    }
  }

  /// What is damaged as well can't be accepted.
  @Test func damageIsNotAccepted() throws {
    try withLog { home, _ in
      try home.unchecked.exclusively {
        try $0.execute(
          script: "DROP TRIGGER qix_audit_is_never_updated; UPDATE qix_audit SET subject = 'x' WHERE entry = 4")
      }
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      try home.remove("qix.db-wal", "qix.db-shm")
      let outcome = try home.qix("db accept-loss --reason r --yes")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("what is left is not whole"), "\(outcome)")
      #expect(try home.qix("user list").exitCode == 7)
    }
  }

  /// Who was cut off between a restore's two halves finds one database or the other, and both are what was acknowledged.
  @Test func aRestoreThatIsKilled() throws {
    try withLog { home, _ in
      try home.done("db backup \(home.path)/b.db")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      let before = try HomeFiles(home)
      let copy = TestHome(path: home.path + "/copy", clock: home.clock)
      try copy.done("db restore \(home.path)/b.db --yes")
      let replacement = copy.unchecked
      struct Killed: Error {}
      #expect(throws: (any Error).self) {
        try home.unchecked.replaceContent(by: replacement, at: home.path + "/nowhere.db") { _ in }
      }
      // It was announced, and nothing was replaced.
      #expect(try HomeFiles(home).memory != before.memory)
      try home.done("db check")
      // It was replaced, and the memory is that of the announcement.
      let announced = try HomeFiles(home).memory
      try home.unchecked.replaceContent(by: replacement, at: copy.path + "/qix.db") { _ in }
      #expect(try home.count("coins_transfers") == 3)
      try announced?.write(to: home.file("qix.ack"))
      try home.done("db check")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
    }
  }
}

/// The files that a database consists of, as they are at one moment.
struct HomeFiles: Equatable {
  var database: Data?
  var log: Data?
  var memory: Data?

  init(database: Data?, log: Data?, memory: Data?) {
    (self.database, self.log, self.memory) = (database, log, memory)
  }

  init(_ home: TestHome) throws {
    database = try? Data(contentsOf: home.file("qix.db"))
    log = try? Data(contentsOf: home.file("qix.db-wal"))
    memory = try? Data(contentsOf: home.file("qix.ack"))
  }

  /// Puts them back, and takes away what was not there.
  func put(_ home: TestHome) throws {
    try home.remove("qix.db-shm")
    for (name, content) in [("qix.db", database), ("qix.db-wal", log), ("qix.ack", memory)] {
      if let content { try content.write(to: home.file(name)) } else { try home.remove(name) }
    }
  }
}

extension TestHome {
  func file(_ name: String) -> URL { URL(fileURLWithPath: "\(path)/\(name)") }

  func remove(_ names: String...) throws {
    for name in names where FileManager.default.fileExists(atPath: "\(path)/\(name)") {
      try FileManager.default.removeItem(at: file(name))
    }
  }
}
