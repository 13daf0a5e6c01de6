import QixStorage
import QixTesting
import Testing

/// An entry is found by each word of what it is about.
@Suite struct AuditWordsTests {
  private static let subjects = [
    "ses_01 usr_02", "harvest: 500", "harvest cmp_03: 2027-01-01T00:00:00Z to 2028-01-01T00:00:00Z", "token:till-7",
    "rdm_04: 2 × mug", "usr_02 into usr_05", "apr_06: merge usr_02 into usr_05, requested by token:desk",
    "grants.csv (sha256 ab12) lines 1-2: 1 transfer, 3 coins", "",
    "a/b `c` {d}|\\e^~\"f\" 'g' [h] <i> j=k&l;m@n?!#$%*+o",
  ]

  private func with(_ body: (Database) throws -> Void) throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      for subject in Self.subjects {
        try database.record(Change("notes.look", subject: subject), at: home.clock.now())
      }
      try body(database)
    }
  }

  @Test(
    arguments: [
      ("usr_02", [0, 5, 6]), ("ses_01", [0]), ("cmp_03", [2]), ("harvest", [1, 2]), ("token:till-7", [3]),
      ("till-7", [3]), ("token", [3, 6]), ("rdm_04", [4]), ("apr_06", [6]), ("usr_02 into usr_05", [5, 6]),
      ("merge usr_02", [6]), ("grants.csv", [7]), ("harvest: 500", [1]), ("usr_0", []), ("r_02", []), ("till", []),
      ("usr_02 usr_05", []), ("harves", []), ("", [8]), ("%", []), ("mug", [4]), ("f", [9]), ("o", [9]),
    ] as [(String, [Int])])
  func ofASubjectOrAPartOfIt(_ words: String, _ expected: [Int]) throws {
    try with { database in
      let filter = AuditLog.Filter(action: "notes.look", subject: words)
      let found = try database.read { try AuditLog.entries(filter, limit: 99, in: $0) }
      #expect(found.map(\.subject) == expected.reversed().map { Self.subjects[$0] })
    }
  }

  @Test func pageByPageAndWithWhatElseIsAskedFor() throws {
    try with { database in
      try database.read { connection in
        let filter = AuditLog.Filter(action: "notes.look", subject: "usr_02")
        let all = try AuditLog.entries(filter, limit: 9, in: connection)
        let first = try AuditLog.entries(filter, limit: 2, in: connection)
        let rest = try AuditLog.entries(before: try #require(first.last).number, filter, limit: 2, in: connection)
        #expect(first + rest == all && all.count == 3)
        #expect(try AuditLog.entries(.init(actor: "else", subject: "usr_02"), limit: 9, in: connection).isEmpty)
        #expect(try AuditLog.entries(.init(subject: "usr_02"), limit: 0, in: connection).isEmpty)
      }
    }
  }

  /// The migration takes the subjects of earlier entries apart as those of later ones are.
  @Test func entriesFromBeforeTheIndexAreInItToo() throws {
    try with { database in
      let migration = try #require(StorageModule.migrations.first { $0.name == "v12_find_subjects" })
      let filling = try #require(migration.sql.firstRange(of: "WITH RECURSIVE")).lowerBound
      func words() throws -> [String] {
        try database.read { connection in
          try connection.fetchAll("SELECT word, entry FROM qix_audit_words ORDER BY word, entry") {
            "\($0["word"] as String) \($0["entry"] as Int64)"
          }
        }
      }
      let before = try words()
      try database.exclusively { connection in
        try connection.execute(script: "DELETE FROM qix_audit_words")
        try connection.execute(script: String(migration.sql[filling...]))
      }
      #expect(try words() == before && before.count > 40)
    }
  }

  @Test func noEntryIsReadThatHasNotTheWord() throws {
    try with { database in
      let plan: [String] = try database.read { connection in
        try connection.fetchAll(
          """
          EXPLAIN QUERY PLAN SELECT a.subject FROM qix_audit_words AS w JOIN qix_audit AS a ON a.entry = w.entry
          WHERE w.word = 'usr_02' AND w.entry < 9 ORDER BY w.entry DESC
          """
        ) { $0["detail"] as String }
      }
      #expect(plan.allSatisfy { $0.contains("SEARCH") && $0.contains("PRIMARY KEY") }, "\(plan)")
    }
  }
}
