import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

@Suite struct RewardsTests {
  @Test func entriesAreListedByName() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("rewards list").exitCode == 0)
      let now = home.clock.now().microseconds
      try home.database.write(Change("rewards.create")) { connection, _ in
        for name in ["tea", "coffee"] {
          try connection.run(
            "INSERT INTO rewards_entries (name, created_at) VALUES (?1, ?2)",
            .text(name), .integer(now))
        }
      }
      #expect(try home.qix("rewards list --quiet").output == "coffee\ntea\n")
    }
  }

  @Test func theSchemaTakesNoEntryWithoutAName() throws {
    try TestHome.initialised { home in
      #expect(throws: StorageError.self) {
        try home.database.write(Change("rewards.create")) { connection, _ in
          try connection.run("INSERT INTO rewards_entries (name, created_at) VALUES ('', 0)")
        }
      }
      let count = try home.count("rewards_entries")
      #expect(count == 0)
    }
  }
}
