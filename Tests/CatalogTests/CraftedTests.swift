import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A backup in which somebody has written numbers past qix: either `db check`, which a restore asks, finds them, or every
/// command that reads them goes on. A trap would end this very process.
///
/// `QIX_LONG=1` tries every column with every number; by default one in eighty and at least three
/// that are taken, other ones each time (`QIX_SEED`).
@Suite struct CraftedTests {
  private static let numbers: [Int64] = [.min, .max, -1, 0, 4_000_000_000_000_000_000]

  private struct Column {
    let table: String
    let name: String
  }

  @Test func numbersPastQixTrapNothing() throws {
    let seed = Seed(for: "numbersPastQixTrapNothing")
    var random = SeededGenerator(seed)
    var (passed, found) = (0, 0)
    try SampleHome.with { sample in
      let questions = try Self.questions(of: sample)
      let columns = try Self.columns(of: sample.home)
      #expect(columns.count > 150)
      let pairs = columns.flatMap { column in Self.numbers.map { (column, $0) } }.shuffled(using: &random)
      for (tried, (column, number)) in pairs.enumerated() {
        // Most columns refuse most numbers: it goes on until some were taken.
        if !LongForm.isAsked, tried >= pairs.count / 80, passed + found > 2 { break }
        try Self.withCopy(of: sample.home) { copy in
          guard try Self.write(number, into: column, of: copy) else { return }
          if try copy.qix("db check").exitCode != 0 {
            found += 1
            return
          }
          passed += 1
          for words in questions {
            let outcome = try copy.qix(words)
            #expect(
              outcome.exitCode != 1,
              "\(column.table).\(column.name) = \(number), \(seed): \(words): \(outcome.errors)")
          }
        }
      }
    }
    #expect(passed + found > 2, "\(seed)")
  }

  private static func columns(of home: TestHome) throws -> [Column] {
    try home.unchecked.read { connection in
      try connection.rows(
        """
        SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
        WHERE m.type = 'table' AND c.type = 'INTEGER' ORDER BY 1, 2
        """
      ) { Column(table: $0.text(0), name: $0.text(1)) }
    }
  }

  private static func withCopy(of home: TestHome, _ body: (TestHome) throws -> Void) throws {
    try TestHome.with { empty in
      let files = FileManager.default
      for name in try files.contentsOfDirectory(atPath: home.path) {
        try files.copyItem(atPath: "\(home.path)/\(name)", toPath: "\(empty.path)/\(name)")
      }
      var copy = TestHome(path: empty.path, clock: home.clock, random: home.random)
      copy.modules = home.modules
      try body(copy)
    }
  }

  /// - Returns: false where no row took it.
  private static func write(_ number: Int64, into column: Column, of home: TestHome) throws -> Bool {
    let triggers = try home.unchecked.read { connection in
      try connection.rows(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(column.table)'"
      ) { (name: $0.text(0), sql: $0.text(1)) }
    }
    return try home.unchecked.exclusively { connection in
      // A table without rows' numbers takes it in all rows.
      let hasNumbers = (try? connection.prepare("SELECT rowid FROM \(column.table)")) != nil
      let newest = hasNumbers ? " WHERE rowid = (SELECT max(rowid) FROM \(column.table))" : ""
      do {
        for trigger in triggers { try connection.execute(script: "DROP TRIGGER \(trigger.name)") }
        try connection.execute(script: "UPDATE \(column.table) SET \"\(column.name)\" = \(number)\(newest)")
      } catch {
        return false
      }
      let isChanged = connection.changes > 0
      for trigger in triggers { try connection.execute(script: trigger.sql) }
      return isChanged
    }
  }

  /// What can be asked, but for what fails as it is.
  private static func questions(of sample: SampleHome) throws -> [[String]] {
    let lines = TellingTests.questions.sorted { $0.key < $1.key }.flatMap { command, lines in
      lines.map { command.split(separator: " ").map(String.init) + sample.filled($0) }
    }
    let reports = ["report", "campaign report nods", "coins report", "tier report"].map {
      $0.split(separator: " ").map(String.init)
    }
    return try (lines + reports).filter { try sample.home.qix($0).exitCode != 1 }
  }
}
