import Glibc
import QixKernel
import QixStorage
import QixTesting
import Testing

@Suite struct DatabaseTests {
  private struct Stopped: Error {}

  @Test func readSeesOneMoment() throws {
    try TestHome.withNotes { home in
      let (reader, writer) = (try home.database(), try home.database())
      try writer.add("before")
      func count(_ connection: Connection) throws -> Int64? {
        try connection.first("SELECT count(*) FROM notes_notes") { $0.integer(0) }
      }
      let seen = try reader.read { connection in
        let first = try count(connection)
        try writer.add("meanwhile")
        return [first, try count(connection)]
      }
      #expect(seen == [1, 1])
      #expect(try reader.read(count) == 2)
    }
  }

  @Test func throwingLeavesNothing() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      let before = try home.contents()
      #expect(throws: Stopped.self) {
        try database.write(Change("notes.add")) { connection, _ in
          try connection.run("INSERT INTO notes_notes (text) VALUES ('x')")
          throw Stopped()
        }
      }
      #expect(try home.contents() == before)
      try database.add("goes on")
    }
  }

  @Test func dryRunLeavesNothing() throws {
    try TestHome.withNotes { home in
      let before = try home.contents()
      let id = try home.database().write(Change("notes.add"), isDryRun: true) { connection, _ in
        try connection.first("INSERT INTO notes_notes (text) VALUES ('x') RETURNING note") { $0.integer(0) }
      }
      #expect(id == 1)
      #expect(try home.contents() == before)
    }
  }

  @Test func changeIsLogged() throws {
    try TestHome.withNotes { home in
      try home.database().write(Change("notes.add", reason: "test")) { connection, change in
        try connection.run("INSERT INTO notes_notes (text) VALUES ('x')")
        change.subject = "note 1"
      }
      let entry = try home.database().read { try AuditLog.entries(limit: 1, in: $0) }.first
      #expect(
        entry?.number == TestHome.firstEntries + 1 && entry?.at == home.clock.now() && entry?.actor == "local:test")
      #expect(entry?.action == "notes.add" && entry?.subject == "note 1" && entry?.reason == "test")
    }
  }

  @Test func changingNothingCostsNothing() throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      let database = try home.database()
      try database.add("x")
      let entries = try home.entries
      disk.heal()
      try database.write(Change("notes.none")) { connection, _ in
        try connection.run("UPDATE notes_notes SET text = 'y' WHERE note = 99")
      }
      #expect(disk.writes == 0 && disk.syncs == 0)
      #expect(try home.entries == entries)
    }
  }

  @Test func everyCommitIsSynced() throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      let database = try home.database()
      try database.add("x")
      for _ in 0..<5 {
        disk.heal()
        try database.add("x")
        #expect(disk.syncs == 1)
      }
    }
  }

  @Test func savepointUndoesItsPart() throws {
    try TestHome.withNotes { home in
      try home.database().write(Change("notes.add")) { connection, _ in
        for text in ["a", "b", "c"] {
          try? connection.savepoint {
            try connection.run("INSERT INTO notes_notes (text) VALUES (?1)", .text(text))
            if text == "b" { throw Stopped() }
          }
        }
      }
      let texts = try home.database().read { try $0.rows("SELECT text FROM notes_notes ORDER BY 1") { $0.text(0) } }
      #expect(texts == ["a", "c"])
    }
  }

  /// What was looked up in a transaction can be kept with its mark, and counts no longer when the mark is another.
  @Test func eachTransactionHasAMarkOfItsOwn() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      func mark(_ connection: Connection) -> TransactionMark {
        let mark = connection.transaction
        #expect(mark === connection.transaction)
        return mark
      }
      var marks = [try database.read(mark), try database.read(mark), try home.database().read(mark)]
      marks.append(try database.write(Change("notes.add")) { connection, _ in mark(connection) })
      #expect(throws: Stopped.self) {
        try database.write(Change("notes.add")) { connection, _ in
          marks.append(mark(connection))
          throw Stopped()
        }
      }
      _ = try database.bookkeep { marks.append(mark($0)) }
      #expect(marks.count == 6 && Set(marks.map(ObjectIdentifier.init)).count == 6)
    }
  }

  @Test func readOnlyIsRefused() throws {
    try TestHome.withNotes { home in
      let database = try home.database(access: .readOnly)
      #expect(failure { try database.add("x") } == .readOnly)
      #expect(failure { try database.exclusively { _ in } } == .readOnly)
      #expect(try database.read { try $0.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } } == 0)
      // Nor past the interface: the connection itself is one for reading.
      #expect(failure { try database.read { try $0.run("INSERT INTO notes_notes (text) VALUES ('x')") } } == .readOnly)
      #expect(StorageError.readOnly.category == .notAllowed)
    }
  }

  @Test func waitingForTheLockEnds() throws {
    try TestHome.withNotes { home in
      let descriptor = open(HomeFolder(path: home.path).lock, O_RDWR | O_CLOEXEC)
      #expect(flock(descriptor, LOCK_EX) == 0)
      for patience in [0, 1] {
        let start = SystemClock().monotonicMicroseconds()
        let error = failure { try home.database(patience: patience).add("x") }
        let waited = SystemClock().monotonicMicroseconds() - start
        #expect(error == .locked(path: HomeFolder(path: home.path).lock, seconds: patience))
        #expect(error?.category == .busy)
        #expect(waited >= Int64(patience) * 1_000_000 && waited < Int64(patience + 4) * 1_000_000)
      }
      #expect(try home.unchecked.isLockFree() == false)
      // Readers wait for nobody.
      #expect(try home.notes == 0)
      // Let go of by name: a child that another test is just starting may still share the file.
      flock(descriptor, LOCK_UN)
      close(descriptor)
      #expect(try home.unchecked.isLockFree())
      try home.database(patience: 0).add("x")
    }
  }

  /// Each command is a process of its own: none of them may leave the log to the next.
  @Test func logStaysShort() throws {
    try TestHome.withNotes { home in
      let page = String(repeating: "x", count: 1 << 18)
      var longest = 0
      for _ in 0..<20 {
        try home.database().add(page)
        longest = max(longest, try home.logBytes)
      }
      #expect(longest > 1 << 18 && longest < 4 << 20)
      #expect(try home.notes == 20)
    }
  }

  /// A process that stays may leave a longer one, and none when it ends.
  @Test func aServersLogMayGrow() throws {
    try TestHome.withNotes { home in
      let group = WriteGroup(try home.database())
      let member = try home.database().member(of: group)
      for _ in 0..<20 { try member.add(String(repeating: "x", count: 1 << 18)) }
      #expect(try home.logBytes > 4 << 20)
      for _ in 0..<60 { try member.add(String(repeating: "x", count: 1 << 18)) }
      #expect(try home.logBytes < 12 << 20)
      try member.add(String(repeating: "x", count: 2 << 20))
      group.stop()
      #expect(try home.logBytes <= 1 << 20)
      #expect(try home.notes == 81)
    }
  }

  /// What readers still need stays in the log, and is moved when they have ended, without a try at each commit.
  @Test func readersKeepTheLogForAWhile() throws {
    try TestHome.withNotes { home in
      let (writer, reader) = (try home.database(), try home.database())
      let page = String(repeating: "x", count: 1 << 18)
      func seen() throws -> Int64? {
        try reader.read { try $0.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } }
      }
      try reader.holding {
        #expect(try seen() == 0)
        for _ in 0..<12 { try writer.add(page) }
        #expect(try home.logBytes > 3 << 20)
        #expect(try seen() == 0)
      }
      for _ in 0..<4 { try writer.add(page) }
      #expect(try home.logBytes < 2 << 20)
    }
  }

  @Test func ownerAloneCanRead() throws {
    // Whatever the mask of the shell says.
    let mask = umask(0)
    defer { umask(mask) }
    try TestHome.with { parent in
      let home = TestHome(path: parent.path + "/deep/home")
      try home.unchecked.create()
      _ = try home.migrator(NotesModule.self).migrate(home.unchecked, clock: home.clock)
      try home.database().add("x")
      let copy = home.path + "/copy.db"
      try home.unchecked.backUp(to: copy)
      let folder = HomeFolder(path: home.path)
      #expect(TestHome.mode(home.path) == 0o700)
      #expect(TestHome.mode(parent.path + "/deep") == 0o700)
      for path in [folder.database, folder.database + "-wal", folder.database + "-shm", folder.lock, copy] {
        #expect(TestHome.mode(path) == 0o600, "\(path)")
      }
    }
  }
}
