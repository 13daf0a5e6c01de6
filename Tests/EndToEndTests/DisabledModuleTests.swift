import Foundation
import Testing

/// A module that is switched off is absent from the program; what it has stored stays.
@Suite struct DisabledModuleTests {
  /// A module and those that need it, as the program itself names them to whoever forgets them.
  private func off(_ module: String, _ qix: BuiltProgram) throws -> String {
    var alone = qix
    alone.environment["QIX_DISABLE"] = module
    let outcome = try alone("user list")
    let needing = try #require(outcome.errors.firstMatch(of: /disable what needs it: ([a-z0-9, ]+)\./)).1
    #expect(outcome.exitCode == 2)
    return "\(module), \(needing)"
  }

  @Test func itsCommandsAreGoneAndItsRowsAreNot() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      try qix.done("coins issue --to ada --amount 50")
      let before = try LedgerState(home: home)

      var without = qix
      without.environment["QIX_DISABLE"] = try off("coins", qix)
      let help = try without.done("--help")
      #expect(!help.output.contains("\n  coins"))
      let issue = try without("coins issue --to ada --amount 50")
      #expect(issue.exitCode == 2)
      #expect(issue.errors.contains("the module 'coins', which is switched off"))
      // The others go on working on the same data.
      try without.done("user show ada")
      #expect(try LedgerState(home: home) == before)

      try qix.done("coins issue --to ada --amount 1")
      #expect(try LedgerState(home: home).issued == 51)
    }
  }

  @Test(arguments: ["nonsense", "identity"])
  func whatCannotBeSwitchedOffIsSaid(_ module: String) throws {
    try BuiltProgram.initialised { qix, _ in
      var without = qix
      without.environment["QIX_DISABLE"] = module
      let outcome = try without("user list")
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.hasPrefix("qix: QIX_DISABLE: ") && outcome.errors.contains("'\(module)'"))
      try without.done("--version")
    }
  }

  @Test func theConfigFileSwitchesOffToo() throws {
    try BuiltProgram.initialised { qix, home in
      let folder = "\(home)/config"
      try FileManager.default.createDirectory(atPath: "\(folder)/qix", withIntermediateDirectories: true)
      try Data("quiet = true\ndisable = \(try off("coins", qix))\n".utf8).write(
        to: URL(fileURLWithPath: "\(folder)/qix/config"))
      var without = qix
      without.environment["XDG_CONFIG_HOME"] = folder
      #expect(try !without.done("--help").output.contains("\n  coins"))
      without.environment["QIX_DISABLE"] = ""
      #expect(try without.done("--help").output.contains("\n  coins"))
    }
  }
}
