import Testing

/// From nothing to a user with coins, and what happens when a script does it twice.
@Suite struct FirstCoinsTests {
  @Test func aKeyMovesCoinsOnce() throws {
    try BuiltProgram.withHome { qix, home in
      try qix.done("init")
      let user = try qix.done("user create --external-id shop-4711 --quiet").lastLine
      #expect(user.hasPrefix("usr_"))

      let issue = "coins issue --to shop-4711 --amount 50 --expires 2099-06-30 --idempotency-key spring-4711 --quiet"
      let first = try qix.done(issue)
      #expect(first.lastLine.hasPrefix("trf_"))
      #expect(first.errors.isEmpty)
      let after = try LedgerState(home: home)
      #expect(after.transfers == 1)
      #expect(after.issued == 50)

      #expect(try qix(issue) == first, "a replay answers what the first call has answered")
      let conflict = try qix(issue.replacing("50", with: "51"))
      #expect(conflict.exitCode == 5)
      #expect(conflict.output.isEmpty)
      #expect(conflict.errors.contains("spring-4711"))
      #expect(try LedgerState(home: home) == after)
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      let before = try LedgerState(home: home)
      let outcome = try qix.done("coins issue --to ada --amount 50 --idempotency-key k --dry-run")
      #expect(!outcome.output.contains("trf_"), "the id of a dry run names nothing")
      #expect(try LedgerState(home: home) == before)
      // The key is still free, also for another body.
      try qix.done("coins issue --to ada --amount 51 --idempotency-key k")
    }
  }

  /// Each exit code means the same in every command.
  @Test(arguments: [
    ("coins issue --to ada --amount 0", 2), ("coins issue --amount 5", 2),
    ("coins issue --to ada --amount 5 --colour", 2),
    ("user create ada", 2), ("user create --external-id", 2), ("user show nobody", 3),
    ("coins issue --to nobody --amount 5", 3), ("user create --external-id ada", 5), ("init", 5),
    ("user create --read-only", 4),
  ])
  func refusalsHaveTheirCode(_ line: String, _ code: Int32) throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      let before = try LedgerState(home: home)
      let outcome = try qix(line)
      #expect(outcome.exitCode == code, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("qix: "))
      #expect(try LedgerState(home: home) == before)
    }
  }

  @Test func withoutADatabaseItSaysHowToMakeOne() throws {
    try BuiltProgram.withHome { qix, home in
      let outcome = try qix("user list")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains(home))
      #expect(outcome.errors.contains("qix init"))
    }
  }
}
