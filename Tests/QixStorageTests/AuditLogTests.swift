import QixStorage
import QixTesting
import Testing

@Suite struct AuditLogTests {
  /// The migrations come first, which become more; two notes follow, of which the last has no reason.
  private static let last = TestHome.firstEntries + 2

  /// What somebody who can write to the file does, triggers out of the way, and the first entry that shows it.
  @Test(
    arguments: [
      ("UPDATE qix_audit SET reason = 'other' WHERE entry = 6", 6),
      ("UPDATE qix_audit SET reason = NULL WHERE entry = \(last - 1)", last - 1),
      ("UPDATE qix_audit SET reason = '' WHERE entry = \(last)", last),
      ("UPDATE qix_audit SET actor = 'somebody' WHERE entry = 1", 1),
      ("UPDATE qix_audit SET at = at + 1 WHERE entry = 8", 8),
      (
        "UPDATE qix_audit SET action = action || substr(subject, 1, 1), subject = substr(subject, 2) WHERE entry = 3", 3
      ),
      ("UPDATE qix_audit SET hash = randomblob(32) WHERE entry = 2", 2),
      ("DELETE FROM qix_audit WHERE entry = 1", 1),
      ("DELETE FROM qix_audit WHERE entry = 6", 6),
      ("DELETE FROM qix_audit WHERE entry = 6; UPDATE qix_audit SET entry = entry - 1 WHERE entry > 6", 6),
      (
        "UPDATE qix_audit SET entry = 99 WHERE entry = 3; UPDATE qix_audit SET entry = 3 WHERE entry = 4; "
          + "UPDATE qix_audit SET entry = 4 WHERE entry = 99", 3
      ),
      (
        "INSERT INTO qix_audit SELECT \(last + 1), at, actor, action, subject, reason, hash, seal FROM qix_audit "
          + "WHERE entry = \(last)", last + 1
      ),
      ("UPDATE qix_audit SET seal = zeroblob(32) WHERE entry = 7", 7),
    ] as [(String, Int64)])
  func tamperingShows(_ sql: String, firstFault: Int64) throws {
    let last = Self.last
    try TestHome.withNotes { home in
      for entry in TestHome.firstEntries + 1...last {
        try home.database().write(Change("notes.add", subject: "n\(entry)", reason: entry == last ? nil : "r")) {
          connection, _ in
          try connection.run("INSERT INTO notes_notes (text) VALUES ('x')")
        }
      }
      let before = try home.unchecked.read { try AuditLog.verify(in: $0) }
      #expect(before.entries == last && before.firstFault == nil)
      try home.unchecked.exclusively {
        try $0.execute(
          script: "DROP TRIGGER qix_audit_is_never_updated; DROP TRIGGER qix_audit_is_never_deleted; \(sql)")
      }
      // Without what is remembered beside the database, which tells of a tampered end before the chain does.
      let after = try home.unchecked.ignoringLoss().read { try AuditLog.verify(in: $0) }
      #expect(after.firstFault == firstFault)
      #expect(after.entries == firstFault - 1)
    }
  }

  @Test func cuttingItsEndShowsInTheHead() throws {
    try TestHome.withNotes { home in
      try home.database().add("x")
      let before = try home.unchecked.read { try AuditLog.verify(in: $0) }
      try home.unchecked.exclusively {
        try $0.execute(
          script: "DROP TRIGGER qix_audit_is_never_deleted; DELETE FROM qix_audit WHERE entry = \(before.entries)")
      }
      guard case .lost(let loss) = failure({ try home.unchecked.read { _ in } }) else {
        Issue.record("the end is missing, and nobody has noticed")
        return
      }
      #expect(loss.missing == 1 && loss.kind == .older)
      let after = try home.unchecked.ignoringLoss().read { try AuditLog.verify(in: $0) }
      #expect(after.firstFault == nil)
      #expect(after.entries == before.entries - 1 && after.head != before.head)
    }
  }

  @Test(arguments: ["UPDATE qix_audit SET reason = 'x'", "DELETE FROM qix_audit"])
  func triggersRefuse(_ sql: String) throws {
    try TestHome.withNotes { home in
      let error = failure { try home.database().write(Change("x")) { connection, _ in try connection.run(sql) } }
      guard case .constraint = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func pagesFromTheNewest() throws {
    let first = TestHome.firstEntries
    try TestHome.withNotes { home in
      for _ in 0..<5 { try home.database().add("x") }
      let database = try home.database()
      let numbers = try database.read { connection in
        [
          try AuditLog.entries(limit: 2, in: connection),
          try AuditLog.entries(before: first + 4, limit: 2, in: connection),
          try AuditLog.entries(.init(action: "qix.migrate"), limit: Int(first), in: connection),
        ].map { $0.map(\.number) }
      }
      #expect(numbers == [[first + 5, first + 4], [first + 3, first + 2], (1...first).reversed()])
    }
  }
}
