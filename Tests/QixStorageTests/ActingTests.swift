import QixKernel
import QixStorage
import QixTesting
import Testing

/// One connection under several names, what is written beside the audit log, and reads that are in it.
@Suite struct ActingTests {
  @Test func theNameIsThatOfWhoActs() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      try database.acting(as: "token:till").add("one")
      try database.add("two")
      let actors = try database.read { try AuditLog.entries(limit: 2, in: $0).map(\.actor) }
      #expect(actors == ["local:test", "token:till"])
    }
  }

  /// Looking before the schema is compared doesn't pass for having compared it.
  @Test func theSchemaIsStillCompared() throws {
    try TestHome.withNotes { home in
      let newer = try home.database(NewerNotesModule.self)
      #expect(try newer.beforeSchemaCheck().read { try AuditLog.lastEntry(in: $0) } > 0)
      #expect(failure { _ = try newer.acting(as: "x").read { _ in } }?.category == .damaged)
      #expect(failure { try newer.add("x") }?.category == .damaged)
      #expect(try newer.beforeSchemaCheck().read { try AuditLog.lastEntry(in: $0) } > 0)
    }
  }

  @Test func bookkeepingLeavesNoEntryAndWaitsForNobody() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      let entries = try home.entries
      func bookkeep(_ database: Database) throws -> Bool {
        try database.bookkeep { try $0.run("INSERT INTO notes_notes (text) VALUES ('used')") }
      }
      #expect(try bookkeep(database))
      #expect(try home.notes == 1 && home.entries == entries)
      #expect(try !bookkeep(home.database(access: .readOnly)))
      let other = try home.database()
      let isWritten = try other.withoutWriters { try bookkeep(database) }
      #expect(!isWritten)
      #expect(try home.notes == 1)
      // A body that throws leaves nothing.
      #expect(throws: StorageError.self) {
        _ = try database.bookkeep {
          try $0.run("INSERT INTO notes_notes (text) VALUES ('lost')")
          throw StorageError.diskFull
        }
      }
      #expect(try home.notes == 1)
    }
  }

  @Test func aReadThatIsAuditedIsInTheLogUnderItsActor() throws {
    try TestHome.withNotes { home in
      let database = try home.database().acting(as: "token:desk")
      try ReadAudit(database, home.clock).record("access.reveal", "usr_1", "ticket 7")
      let entry = try database.read { try AuditLog.entries(limit: 1, in: $0) }.first
      #expect(entry?.actor == "token:desk" && entry?.action == "access.reveal")
      #expect(entry?.subject == "usr_1" && entry?.reason == "ticket 7")
      let readOnly = try home.database(access: .readOnly)
      #expect(throws: StorageError.readOnly) { try ReadAudit(readOnly, home.clock).record("a", "b", "c") }
    }
  }

  @Test func entriesAreFoundByWhatTheyAre() throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      let start = home.clock.now()
      for (actor, subject) in [("a", "1"), ("b", "1"), ("a", "2")] {
        home.clock.advance(byMicroseconds: 1_000)
        try database.acting(as: actor).record(Change("notes.look", subject: subject), at: home.clock.now())
      }
      func count(_ filter: AuditLog.Filter) throws -> Int {
        try database.read { try AuditLog.entries(filter, limit: 100, in: $0).count }
      }
      #expect(try count(.init(actor: "a")) == 2)
      #expect(try count(.init(subject: "1")) == 2)
      #expect(try count(.init(actor: "a", subject: "1")) == 1)
      #expect(try count(.init(actor: "c")) == 0)
      #expect(try count(.init(action: "notes.look", since: start.advanced(byMicroseconds: 2_000))) == 2)
      let last = try database.read { try AuditLog.lastEntry(in: $0) }
      func latest(after entry: Int64, among count: Int64) throws -> Timestamp {
        try database.read { try AuditLog.latestMoment(home.clock.now(), after: entry, among: count, in: $0) }
      }
      #expect(try latest(after: last, among: 10) == home.clock.now(), "there is none")
      home.clock.set(start)
      try database.record(Change("notes.look"), at: start)
      #expect(try database.read { try AuditLog.latestMoment(start, in: $0) } == start.advanced(byMicroseconds: 3_000))
      let later = start.advanced(byMicroseconds: 9_000)
      #expect(try database.read { try AuditLog.latestMoment(later, in: $0) } == later, "the clock is ahead")
      #expect(try latest(after: last - 1, among: 10) == start.advanced(byMicroseconds: 3_000))
      #expect(try latest(after: last - 1, among: 1) == start)
    }
  }
}
