import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

@Suite struct StatusTests {
  @Test func migratingStepByStep() throws {
    try TestHome.with { home in
      try home.unchecked.create()
      let before = try home.qix("db status --json")
      #expect(before.exitCode == 0)
      #expect(before.output.contains("\"schema_state\": \"pending\"") && before.output.contains("\"applied\": null"))
      let dry = try home.qix("db migrate --dry-run --json")
      #expect(dry.exitCode == 0 && dry.output.contains("\"dry_run\": true"))
      #expect(try home.qix("db status --json").output == before.output)
      let done = try home.qix("db migrate --reason test")
      #expect(done.exitCode == 0 && done.output.contains("coins"))
      #expect(try home.qix("audit show --tsv").output.contains("\ttest\n"))
      #expect(try home.qix("db status --json").output.contains("\"schema_state\": \"current\""))
      let again = try home.qix("db migrate")
      #expect(again.exitCode == 0 && again.errors.contains("Nothing was pending"))
      #expect(try home.qix("db migrate --read-only").exitCode == 4)
    }
  }

  @Test func unknownMigrationIsShownAndRefused() throws {
    try TestHome.initialised { home in
      try home.unchecked.exclusively {
        try $0.execute(
          script: "INSERT INTO qix_migrations SELECT 'newer', 'v9', digest, 0 FROM qix_migrations LIMIT 1")
      }
      let outcome = try home.qix("db status")
      #expect(outcome.exitCode == 7 && outcome.output.contains("refused") && outcome.errors.contains("newer/v9"))
    }
  }

  @Test func initialisingTwice() throws {
    try TestHome.with { home in
      #expect(try home.qix("init").exitCode == 0)
      let again = try home.qix("init")
      #expect(again.exitCode == 5 && again.errors.contains("already"))
      #expect(try home.qix("db check").exitCode == 0)
    }
  }
}
