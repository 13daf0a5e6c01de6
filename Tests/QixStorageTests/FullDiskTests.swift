import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// reliability.md, 4: a full disk at each write leaves nothing partial, and says so.
@Suite struct FullDiskTests {
  @Test(arguments: [FaultyDisk.Fault.full, .shortWrite], [false, true])
  func issuing(_ fault: FaultyDisk.Fault, stays: Bool) throws {
    try TestHome.initialised { home in
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      var failures = 0
      for number in 1...10_000 {
        let command = "coins issue --to ada --amount 50 --idempotency-key k\(number)"
        let before = try home.contents()
        disk.fail(fault, at: number, stays: stays)
        let outcome = try faulty.qix(command)
        guard disk.failures > 0 else {
          #expect(outcome.exitCode == 0)
          break
        }
        failures += 1
        #expect(outcome.exitCode == 1, "write \(number): \(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("disk"), "write \(number): \(outcome)")
        // Another process, on a disk that has room again.
        #expect(try home.qix("db check").exitCode == 0, "write \(number)")
        #expect(try home.contents() == before, "write \(number)")
        let again = try home.qix(command)
        #expect(again.exitCode == 0)
        #expect(!again.output.contains("replayed  yes"))
      }
      // A fault that never happened would prove nothing.
      #expect(failures > 5)
      #expect(try home.count("coins_transfers") == failures + 1)
    }
  }

  @Test(arguments: [FaultyDisk.Fault.full, .shortWrite])
  func makingAHome(_ fault: FaultyDisk.Fault) throws {
    var (failures, tidying) = (0, 0)
    for number in FaultyDisk.longRun {
      let failed = try TestHome.with { home in
        let disk = FaultyDisk()
        var faulty = home
        faulty.engine = disk.engine
        disk.fail(fault, at: number)
        let outcome = try faulty.qix("init")
        guard disk.failures > 0 else {
          #expect(outcome.exitCode == 0)
          return false
        }
        // Once all is migrated the log is moved into the file; it can wait where the disk has no room for that.
        if outcome.exitCode != 0 {
          #expect(outcome.exitCode == 1, "write \(number): \(outcome)")
          #expect(outcome.errors.contains("disk"), "write \(number): \(outcome)")
        } else {
          tidying += 1
          #expect(try home.qix("user create").exitCode == 0)
        }
        // Either nothing is there yet, or what is there can be migrated to its end.
        let again = try home.qix("init")
        if again.exitCode != 0 {
          #expect(again.exitCode == 5, "write \(number): \(again)")
          #expect(try home.qix("db migrate").exitCode == 0)
        }
        #expect(try home.qix("db check").exitCode == 0)
        #expect(try home.qix("db status").output.contains("wal"), "write \(number)")
        return true
      }
      guard failed else {
        #expect(number > 1_000 && failures - tidying > 20)
        return
      }
      failures += 1
    }
  }

  @Test(arguments: [FaultyDisk.Fault.full, .shortWrite])
  func backingUp(_ fault: FaultyDisk.Fault) throws {
    try TestHome.initialised { home in
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      let before = try home.contents()
      for number in 1...10_000 {
        disk.fail(fault, at: number)
        let outcome = try faulty.qix("db backup \(home.path)/copy.db")
        guard disk.failures > 0 else {
          #expect(outcome.exitCode == 0)
          #expect(number > 20)
          break
        }
        #expect(outcome.exitCode == 1, "write \(number): \(outcome)")
        for name in ["copy.db", "copy.db.partial", "copy.db.partial-journal"] {
          #expect(TestHome.mode("\(home.path)/\(name)") == nil, "write \(number) has left \(name)")
        }
      }
      // The one that succeeded is in the audit log.
      let added = try Set(home.contents()).subtracting(before)
      #expect(
        added.count { $0.hasPrefix("qix_audit: ") } == 1 && added.allSatisfy { $0.hasPrefix("qix_audit") }, "\(added)")
    }
  }

  /// SQLite ends the transaction when the disk is full (sqlite.org/lang_transaction.html, §3), also under a body that
  /// catches the error and goes on with its next line.
  @Test func goingOnAfterwardsCommitsNothing() throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      let database = try home.database()
      try database.add("before")
      let before = try home.contents()
      // So small a cache that pages are written long before the commit.
      try database.setCache(bytes: 8 << 10)
      let page = String(repeating: "x", count: 8_000)
      for number in 1...5 {
        var met = 0
        disk.fail(.full, at: number)
        let error = failure {
          try database.write(Change("notes.add")) { connection, _ in
            for _ in 0..<50 {
              do {
                try connection.savepoint {
                  try connection.run("INSERT INTO notes_notes (text) VALUES (?1)", .text(page))
                }
              } catch {
                met += 1
              }
            }
          }
        }
        #expect(disk.failures == 1)
        #expect(met > 1)
        #expect(error == .diskFull)
        #expect(try home.contents() == before)
        // It was not the disk's fault for good: the same handle goes on.
        #expect(try database.read { try $0.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } } == 1)
      }
    }
  }
}
