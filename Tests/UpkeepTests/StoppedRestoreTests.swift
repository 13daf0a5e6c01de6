import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Upkeep

/// Ctrl-C while a backup is being checked, and what kills have left.
@Suite struct StoppedRestoreTests {
  /// Somebody presses Ctrl-C while this module is looking.
  private enum Stopping: DataChecking {
    static let id = "stopping"
    static let summary = "Is stopped."
    static func check(_ database: Database, in context: Context) throws -> [Finding] {
      context.face.interruption.request()
      // Long enough for SQLite to be asked.
      let count: Int64? = try database.read { connection in
        try connection.fetchOne(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n")
      }
      Issue.record("it counted to \(count ?? 0)")
      return []
    }
  }

  private func files(_ home: TestHome) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
  }

  @Test(arguments: ["--yes", "--dry-run"]) func nothingIsHalfDone(_ option: String) throws {
    try TestHome.initialised { home in
      try home.done("db backup \(home.path)/backup.db")
      let (before, names) = (try home.contents(), try files(home))
      var stopped = home
      stopped.modules.append(Stopping.self)
      let outcome = try stopped.qix("db restore \(home.path)/backup.db \(option)")
      #expect(outcome.exitCode == 130 && outcome.errors.contains("interrupted"), "\(outcome)")
      #expect(try home.contents() == before)
      #expect(try files(home) == names)
      try home.done("db restore \(home.path)/backup.db \(option)")
    }
  }

  @Test func leftoversGoWithTheNext() throws {
    try TestHome.initialised { home in
      try home.done("db backup \(home.path)/backup.db")
      // No process has this number (proc(5), pid_max); this one is at work, and keeps what is its own.
      for (folder, stays) in [("restoring-4194305", false), ("restoring-1", true), ("restoring-notes", true)] {
        mkdir("\(home.path)/\(folder)", 0o700)
        for name in ["qix.db", "qix.db-journal", "qix.lock"] {
          try Data("x".utf8).write(to: URL(fileURLWithPath: "\(home.path)/\(folder)/\(name)"))
        }
        #expect(try home.qix("doctor").output.contains(folder) != stays)
      }
      try home.done("db restore \(home.path)/backup.db --dry-run")
      #expect(try files(home).filter { $0.hasPrefix("restoring") } == ["restoring-1", "restoring-notes"])
    }
  }

  /// A damaged backup is told as such, by its name, and nobody is sent to look for damage here.
  @Test func theErrorNamesTheBackup() throws {
    try TestHome.initialised { home in
      let backup = "\(home.path)/backup.db"
      try home.done("db backup \(backup)")
      let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
      for damage in ["cut", "pages", "one page"] {
        var data = whole
        switch damage {
        case "cut": data = data.prefix(data.count / 2)
        case "pages": for page in stride(from: 3, to: data.count / 8_192, by: 3) { data[page * 8_192] = 0x77 }
        default: data[5 * 8_192 + 4_000] ^= 0xFF
        }
        try data.write(to: URL(fileURLWithPath: backup))
        let outcome = try home.qix("db restore \(backup) --yes")
        #expect(outcome.exitCode == 7 && outcome.errors.contains("the backup \(backup) is not whole"), "\(outcome)")
        #expect(!outcome.errors.contains("the database is damaged") && !outcome.errors.contains("qix db check"))
      }
    }
  }
}
