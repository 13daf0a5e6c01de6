import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Tiers

@Suite struct TiersTests {
  @Test func entriesAreListedByName() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("tiers list").exitCode == 0)
      let now = home.clock.now().microseconds
      try home.database.write(Change("tiers.create")) { connection, _ in
        for name in ["tea", "coffee"] {
          try connection.run(
            "INSERT INTO tiers_entries (name, created_at) VALUES (?1, ?2)",
            .text(name), .integer(now))
        }
      }
      #expect(try home.qix("tiers list --quiet").output == "coffee\ntea\n")
    }
  }

  @Test func theSchemaTakesNoEntryWithoutAName() throws {
    try TestHome.initialised { home in
      #expect(throws: StorageError.self) {
        try home.database.write(Change("tiers.create")) { connection, _ in
          try connection.run("INSERT INTO tiers_entries (name, created_at) VALUES ('', 0)")
        }
      }
      let count = try home.count("tiers_entries")
      #expect(count == 0)
    }
  }
}
