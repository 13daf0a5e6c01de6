import Glibc
import QixKernel
import QixStorage
import QixTesting
import Synchronization
import Testing

@Suite struct BackupTests {
  private func open(_ path: String, like home: TestHome) -> Database {
    Database(
      home: HomeFolder(path: home.path), engine: SQLiteEngine(path: path), clock: home.clock, access: .readOnly,
      actor: "test", migrator: nil, memory: .none)
  }

  /// Each write adds two rows and an audit entry: a copy with an odd number would be half of one.
  @Test func isOneMomentWhileOthersWrite() throws {
    try TestHome.withNotes { home in
      let begins = Atomic(false)
      let stops = Atomic(false)
      let copies = try inParallel(3) { index -> Int in
        guard index > 0 else {
          defer { stops.store(true, ordering: .relaxed) }
          // On a busy machine all copies could be made before anybody has written.
          while !begins.load(ordering: .relaxed) { sched_yield() }
          for number in 0..<10 {
            try home.unchecked.backUp(to: "\(home.path)/copy\(number).db") { _, _ in }
          }
          return 10
        }
        defer { begins.store(true, ordering: .relaxed) }
        let database = try home.database()
        while !stops.load(ordering: .relaxed) {
          try database.write(Change("notes.add")) { connection, _ in
            for _ in 0..<2 {
              try connection.run(
                "INSERT INTO notes_notes (text) VALUES (?1)", .text(String(repeating: "x", count: 5_000)))
            }
          }
          begins.store(true, ordering: .relaxed)
        }
        return 0
      }
      #expect(copies[0] == 10)
      var last: Int64 = 0
      for number in 0..<10 {
        let copy = open("\(home.path)/copy\(number).db", like: home)
        #expect(try copy.integrityFaults().isEmpty)
        let (notes, log) = try copy.read { connection in
          (
            try connection.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } ?? 0,
            try AuditLog.verify(in: connection)
          )
        }
        #expect(notes % 2 == 0 && notes >= last)
        #expect(log.firstFault == nil && log.entries == TestHome.firstEntries + notes / 2)
        last = notes
      }
      #expect(last > 0)
    }
  }

  @Test func stoppingItLeavesNothing() throws {
    struct Stopped: Error {}
    try TestHome.withNotes { home in
      #expect(throws: Stopped.self) {
        try home.unchecked.backUp(to: home.path + "/copy.db") { _, _ in throw Stopped() }
      }
      #expect(TestHome.mode(home.path + "/copy.db") == nil)
      #expect(TestHome.mode(home.path + "/copy.db-journal") == nil)
    }
  }

  @Test func neverWritesOverAFile() throws {
    try TestHome.withNotes { home in
      let database = HomeFolder(path: home.path).database
      let error = failure { try home.unchecked.backUp(to: database) }
      guard case .fileExists(database) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let notes = try home.notes
      #expect(notes == 0)
    }
  }

  /// Others read all the while: they see what was there or what takes its place, and never a mixture.
  @Test func replacingIsOneTransaction() throws {
    try TestHome.withNotes { home in
      func fill(_ text: String) throws {
        try home.database().write(Change("notes.fill")) { connection, _ in
          try connection.run("DELETE FROM notes_notes")
          for _ in 0..<200 {
            try connection.run(
              "INSERT INTO notes_notes (text) VALUES (?1)", .text(text + String(repeating: ".", count: 4_000)))
          }
        }
      }
      try fill("a")
      try home.unchecked.backUp(to: home.path + "/a.db")
      try fill("b")
      try home.unchecked.backUp(to: home.path + "/b.db")
      let stops = Atomic(false)
      let seen = try inParallel(3) { index -> Set<String> in
        var seen: Set<String> = []
        if index == 0 {
          defer { stops.store(true, ordering: .relaxed) }
          for number in 0..<20 {
            let path = home.path + (number % 2 == 0 ? "/a.db" : "/b.db")
            let copy = Database(
              home: HomeFolder(path: home.path), engine: SQLiteEngine(path: path), clock: home.clock,
              access: .readOnly, actor: "local:test", migrator: nil, memory: .none)
            try home.unchecked.replaceContent(by: copy, at: path) { _ in }
          }
        } else {
          let database = try home.database()
          while !stops.load(ordering: .relaxed) {
            // One stays open; the other is opened again and again, and compared with what was acknowledged each time.
            let texts = try (index == 1 ? database : home.database()).read {
              try $0.rows("SELECT substr(text, 1, 1) FROM notes_notes") { $0.text(0) }
            }
            #expect(texts.count == 200 && Set(texts).count == 1)
            seen.formUnion(texts)
          }
        }
        return seen
      }
      #expect(seen[1].union(seen[2]) == ["a", "b"])
      #expect(try home.unchecked.integrityFaults().isEmpty)
      #expect(try home.unchecked.facts().contains { $0.name == "journal" && $0.value == "wal" })
    }
  }
}
