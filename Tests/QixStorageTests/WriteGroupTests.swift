import QixKernel
import QixStorage
import QixTesting
import Synchronization
import Testing

/// Writes of many callers in one transaction, each as if it were alone.
@Suite struct WriteGroupTests {
  private struct Refused: Error {}

  private func write(_ database: Database, _ actor: String, isDryRun: Bool = false, fails: Bool = false) throws {
    try database.acting(as: actor).write(Change("test.set", subject: actor), isDryRun: isDryRun) { connection, _ in
      try connection.run(
        "INSERT INTO qix_settings (name, value) VALUES (?1, ?1)", .text("test.\(actor)"))
      if fails { throw Refused() }
    }
  }

  @Test func eachIsDoneOrNot() throws {
    try TestHome.initialised { home in
      let writer = home.database
      let group = WriteGroup(writer)
      let before = try home.count("qix_audit")
      let done = Semaphore()
      let refused = Mutex(0)
      for number in 0..<40 {
        let member = writer.member(of: group)
        DetachedThread {
          do {
            try write(member, "a\(number)", isDryRun: number % 4 == 1, fails: number % 4 == 2)
          } catch is Refused {
            refused.withLock { $0 += 1 }
          } catch {
            Issue.record(error)
          }
          done.post()
        }.start()
      }
      for _ in 0..<40 { done.wait() }
      group.stop()
      #expect(refused.withLock { $0 } == 10)
      let kept = try home.database.read { connection in
        try connection.rows("SELECT name FROM qix_settings WHERE name LIKE 'test.%'") { $0.text(0) }
      }
      #expect(Set(kept) == Set((0..<40).filter { $0 % 4 == 0 || $0 % 4 == 3 }.map { "test.a\($0)" }))
      // Each that changed something has an entry under its own name, and no other has.
      #expect(try home.count("qix_audit") == before + 20)
      try home.done("audit verify")
      // What was acknowledged is the last entry, though pieces behind it were taken back: else this were refused.
      _ = try home.database.read { try AuditLog.lastEntry(in: $0) }
    }
  }

  @Test func whatIsReadWhileHoldingIsOneState() throws {
    try TestHome.initialised { home in
      let group = WriteGroup(home.database)
      let member = home.database.member(of: group)
      func count() throws -> Int64? {
        try member.read { try $0.first("SELECT count(*) FROM qix_settings") { $0.integer(0) } }
      }
      let (first, second) = try member.holding {
        let first = try count()
        try write(home.database, "other")
        return (first, try count())
      }
      #expect(first == second)
      #expect(try count() == (first ?? 0) + 1)
      group.stop()
    }
  }
}
