import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Badges

@Suite struct BadgesTests {
  @Test func entriesAreListedByName() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("badges list").exitCode == 0)
      let now = home.clock.now().microseconds
      try home.database.write(Change("badges.create")) { connection, _ in
        for name in ["tea", "coffee"] {
          try connection.run(
            "INSERT INTO badges_entries (name, created_at) VALUES (?1, ?2)",
            .text(name), .integer(now))
        }
      }
      #expect(try home.qix("badges list --quiet").output == "coffee\ntea\n")
    }
  }

  @Test func theSchemaTakesNoEntryWithoutAName() throws {
    try TestHome.initialised { home in
      #expect(throws: StorageError.self) {
        try home.database.write(Change("badges.create")) { connection, _ in
          try connection.run("INSERT INTO badges_entries (name, created_at) VALUES ('', 0)")
        }
      }
      let count = try home.count("badges_entries")
      #expect(count == 0)
    }
  }
}
