import QixKernel
import QixStorage
import QixTesting
import Testing

/// What a statement or a part of a transaction would take back may be more than is kept in memory.
@Suite struct LargeStatementTests {
  private struct Stopped: Error {}

  /// - Parameter pages: of 8 KiB, about, that are changed at once.
  @Test(arguments: [8, 14, 15, 16, 17, 100, 127, 128, 129, 400, 2_000])
  func manyPagesAreChangedAtOnceOrNotAtAll(_ pages: Int64) throws {
    try TestHome.withNotes { home in
      let database = try home.database()
      func count(_ text: String) throws -> Int64? {
        try database.read { connection in
          try connection.first("SELECT count(*) FROM notes_notes WHERE substr(text, 1, 1) = ?1", .text(text)) {
            $0.integer(0)
          }
        }
      }
      try database.write(Change("notes.add")) { connection, _ in
        for _ in 0..<pages {
          try connection.run(
            "INSERT INTO notes_notes (text) VALUES (?1)", .text(String(repeating: "a", count: 7_000)))
        }
      }
      try database.write(Change("notes.change")) { connection, _ in
        try connection.savepoint { try connection.run("UPDATE notes_notes SET text = replace(text, 'a', 'b')") }
        // What goes on after it takes back no more than its own.
        do {
          try connection.savepoint {
            try connection.run("UPDATE notes_notes SET text = replace(text, 'b', 'c')")
            throw Stopped()
          }
        } catch is Stopped {}
      }
      #expect(try count("b") == pages)
      #expect(try database.read { try $0.first("PRAGMA integrity_check") { $0.text(0) } } == "ok")
    }
  }
}
