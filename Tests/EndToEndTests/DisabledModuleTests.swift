import Testing

/// A module that is switched off is absent from the program; what it has stored stays.
@Suite struct DisabledModuleTests {
  @Test func itsCommandsAreGoneAndItsRowsAreNot() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      try qix.done("coins issue --to ada --amount 50")
      let before = try LedgerState(home: home)

      var without = qix
      without.environment["QIX_DISABLE"] = "coins"
      let help = try without.done("--help")
      #expect(!help.output.contains("\n  coins"))
      let issue = try without("coins issue --to ada --amount 50")
      #expect(issue.exitCode == 2)
      #expect(issue.errors.contains("no command 'coins'"))
      // The others go on working on the same data.
      try without.done("user show ada")
      #expect(try LedgerState(home: home) == before)

      try qix.done("coins issue --to ada --amount 1")
      #expect(try LedgerState(home: home).issued == 51)
    }
  }

  @Test(arguments: ["nonsense", "identity"])
  func whatCannotBeSwitchedOffIsSaid(_ module: String) throws {
    let outcome = try BuiltProgram(environment: ["QIX_DISABLE": module])("--version")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("'\(module)'"))
  }
}
