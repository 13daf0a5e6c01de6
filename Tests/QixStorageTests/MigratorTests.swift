import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import QixStorage

@Suite struct MigratorTests {
  @Test func appliesInOrderAndOnce() throws {
    try TestHome.with { home in
      let migrator = try home.migrator(NewerNotesModule.self)
      try home.unchecked.create()
      let done = try migrator.migrate(home.unchecked, clock: home.clock)
      let platform = StorageModule.migrations.map { "qix/\($0.name)" }
      #expect(done.map { "\($0.module)/\($0.name)" } == platform + ["notes/v1_create", "notes/v2_add_color"])
      #expect(try migrator.migrate(home.unchecked, clock: home.clock).isEmpty)
      #expect(try home.database(NewerNotesModule.self).read { try migrator.status(in: $0) } == done)
      #expect(try home.entries == TestHome.platformEntries + 2)
    }
  }

  @Test func pendingIsRefused() throws {
    try TestHome.withNotes { home in
      let error = failure { try home.database(NewerNotesModule.self).read { _ in } }
      #expect(error?.category == .damaged)
      #expect(error?.description.contains("notes/v2_add_color") == true)
      #expect(error?.hint?.contains("qix db migrate") == true)
    }
  }

  @Test func pendingIsRefusedByTheProgram() throws {
    try TestHome.with { home in
      try home.unchecked.create()
      let outcome = try home.qix("user list")
      #expect(outcome.exitCode == 7)
      #expect(outcome.errors.contains("qix db migrate"))
      #expect(try home.qix("db migrate").exitCode == 0)
      #expect(try home.qix("user list").exitCode == 0)
    }
  }

  @Test func editedIsRefused() throws {
    try TestHome.withNotes { home in
      let error = failure { try home.database(EditedNotesModule.self).read { _ in } }
      #expect(error?.category == .damaged)
      #expect(error?.description.contains("content") == true)
    }
  }

  @Test func unknownIsRefused() throws {
    try TestHome.withNotes { home in
      _ = try home.migrator(NewerNotesModule.self).migrate(home.unchecked, clock: home.clock)
      for action in [{ try home.database().read { _ in } }, { try home.database().add("x") }] {
        let error = failure(action)
        #expect(error?.category == .damaged)
        #expect(error?.description.contains("notes/v2_add_color") == true)
      }
      let again = failure { _ = try home.migrator(NotesModule.self).migrate(home.unchecked, clock: home.clock) }
      #expect(again?.category == .damaged)
    }
  }

  @Test func gapIsRefused() throws {
    try TestHome.withNotes { home in
      _ = try home.migrator(NewerNotesModule.self).migrate(home.unchecked, clock: home.clock)
      try home.unchecked.exclusively { try $0.execute(script: "DELETE FROM qix_migrations WHERE name = 'v1_create'") }
      let error = failure { _ = try home.migrator(NewerNotesModule.self).migrate(home.unchecked, clock: home.clock) }
      #expect(error?.category == .damaged)
      #expect(error?.description.contains("before it") == true)
      // Its mark is that of the newer ones; whoever has another asks the ledger.
      #expect(failure { try home.database().read { _ in } }?.category == .damaged)
    }
  }

  /// A start goes by the mark and leaves the ledger of migrations alone; without a mark the ledger decides.
  @Test func theMarkStandsForTheLedger() throws {
    try TestHome.withNotes { home in
      let current = try home.unchecked.inspect { try $0.schemaMark() }
      #expect(current > 0)
      for mark in [0, current ^ 1] {
        try home.unchecked.exclusively { try $0.setSchemaMark(mark) }
        try home.database().add("the ledger says that all is well")
        #expect(failure { try home.database(NewerNotesModule.self).read { _ in } }?.category == .damaged)
        #expect(failure { try home.database(EditedNotesModule.self).read { _ in } }?.category == .damaged)
      }
      #expect(try home.migrator(NotesModule.self).migrate(home.unchecked, clock: home.clock).isEmpty)
      #expect(try home.unchecked.inspect { try $0.schemaMark() } == current)
    }
  }

  /// Anything that tells two lists of migrations apart makes another mark.
  @Test func marksDiffer() {
    func mark(_ list: [(module: String, name: String, sql: String)]) -> Int32 {
      var mark = SchemaMark()
      for one in list { mark.add(Migration(one.name, sql: Array(one.sql.utf8)), of: one.module) }
      return mark.value
    }
    let long = String(repeating: "CREATE TABLE a (b); ", count: 50)
    let lists: [[(String, String, String)]] = [
      [], [("a", "b", "c")], [("a", "bc", "")], [("ab", "c", "")], [("a", "b", "c"), ("a", "b", "c")],
      [("a", "b", "d")], [("a", "b", long)], [("a", "b", long + " ")],
      [("a", "b", long.replacing("(b); CREATE", with: "(c); CREATE", maxReplacements: 1))],
      [("a", "1", "x"), ("b", "1", "y")], [("b", "1", "y"), ("a", "1", "x")],
    ]
    #expect(Set(lists.map { mark($0) }).count == lists.count)
  }

  @Test func disabledModuleKeepsItsRows() throws {
    try TestHome.withNotes { home in
      try home.database().add("stays")
      let without = try home.database(disabled: ["notes"])
      let migrator = try home.migrator(NotesModule.self, disabled: ["notes"])
      #expect(try without.read { try migrator.status(in: $0).map(\.module) }.allSatisfy { $0 == "qix" })
      #expect(try migrator.migrate(home.unchecked, clock: home.clock).isEmpty)
      #expect(try home.notes == 1)
      try home.database().add("and grows")
    }
  }

  @Test func failingOneLeavesNothing() throws {
    try TestHome.with { home in
      try home.unchecked.create()
      let migrator = try home.migrator(BrokenNotesModule.self)
      #expect(failure { _ = try migrator.migrate(home.unchecked, clock: home.clock) } != nil)
      let (tables, applied) = try home.unchecked.read { connection in
        (
          try connection.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'notes%'") { $0.text(0) },
          try migrator.status(in: connection).filter { $0.applied != nil }.map(\.name)
        )
      }
      #expect(tables == ["notes_notes"])
      #expect(applied == StorageModule.migrations.map(\.name) + ["v1_create"])
      #expect(try home.entries == TestHome.platformEntries + 1)
    }
  }

  @Test func manyAtOnceApplyEachOnce() throws {
    try TestHome.with { home in
      try home.unchecked.create()
      let done = try inParallel(6) { _ in
        try home.migrator(NewerNotesModule.self).migrate(home.unchecked, clock: home.clock).count
      }
      #expect(done.reduce(0, +) == StorageModule.migrations.count + 2)
      #expect(try home.entries == TestHome.platformEntries + 2)
      #expect(try home.unchecked.integrityFaults().isEmpty)
    }
  }
}
