import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Upkeep

/// What one module can't read keeps no other from being looked at: the table is complete, and the exit code 7.
@Suite struct ModuleCheckTests {
  private static let attacks = [
    // The definition of a campaign that runs.
    "UPDATE campaigns_campaigns SET definition = '{'",
    // The account that a reward's pieces lie in.
    "UPDATE coins_accounts SET name = 'somebody-else' WHERE kind = 2 AND asset <> 1",
  ]

  @Test(arguments: attacks, ["db check", "doctor"])
  func rowsThatAModuleCannotRead(_ sql: String, _ command: String) throws {
    try TestHome.initialised { home in
      for line in [
        "user create --external-id ada",
        "tv schedule add --channel Uno --programme Quiz --start 2027-01-15T00:00 --length 1d --zone UTC",
        #"campaign create quiz --brand Alba --title Quiz --start 2027-01-01 --end 2027-02-28 --time-zone UTC "#
          + #"--shake tv --set tv.channels=["Uno"] --award fixed:10"#,
        "campaign fund quiz --amount 100", "campaign start quiz",
        "reward create mug --brand Alba --title Mug --delivery goods --price 5", "reward stock mug --add 5",
        "reward publish mug",
      ] { try home.done(line) }
      try expectWhole(home, command, broken: sql)
    }
  }

  private func expectWhole(_ home: TestHome, _ command: String, broken sql: String) throws {
    func subjects(_ outcome: TestTerminal.Outcome) -> [String] {
      outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    let whole = try home.qix("\(command) --tsv")
    #expect(whole.exitCode == 0, "\(whole)")
    try home.unchecked.exclusively { connection in
      try connection.execute(script: sql)
      #expect(connection.changes > 0)
    }
    let broken = try home.qix("\(command) --tsv")
    #expect(broken.exitCode == 7, "\(broken)")
    #expect(broken.output.contains("\tfault\t"))
    // One finding in the place of those of the module that was broken, and all the others.
    let missing = subjects(whole).filter { !subjects(broken).contains($0) }
    #expect(missing.count <= 3, "\(missing)")
    #expect(subjects(broken).count + 3 >= subjects(whole).count)
  }

  /// Errors of every kind, and those that are nobody's damage.
  private enum Stumbling: DataChecking, DoctorChecking {
    static let id = "stumbling"
    static let summary = "Stumbles."
    struct Odd: Error {}
    static func check(_ database: Database, in context: Context) throws -> [Finding] { throw Odd() }
    static func examine(in context: Context) throws -> [Finding] { throw Odd() }
  }

  private enum Following: DataChecking, DoctorChecking {
    static let id = "following"
    static let summary = "Comes behind it."
    static func check(_ database: Database, in context: Context) throws -> [Finding] { [.ok("behind", "was asked")] }
    static func examine(in context: Context) throws -> [Finding] { [.ok("behind", "was asked")] }
  }

  @Test(arguments: ["db check", "doctor"])
  func anErrorOfAnyKind(_ command: String) throws {
    try TestHome.initialised { home in
      var home = home
      home.modules += [Stumbling.self, Following.self]
      let outcome = try home.qix("\(command) --tsv")
      #expect(outcome.exitCode == 7, "\(outcome)")
      #expect(outcome.output.contains("stumbling\tfault\t") && outcome.output.contains("behind\tok\twas asked"))
    }
  }

  @Test func aBackupThatCantBeReadIsNoRestore() throws {
    try TestHome.initialised { home in
      try home.done("db backup \(home.path)/b.db")
      var stumbling = home
      stumbling.modules += [Stumbling.self]
      let outcome = try stumbling.qix("db restore \(home.path)/b.db --yes")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("stumbling"), "\(outcome)")
      try home.done("db check")
    }
  }
}
