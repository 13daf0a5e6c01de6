internal import Glibc
internal import QixCatalog
package import QixCommands
package import QixKernel
package import QixStorage
package import QixTerminal

/// A home folder of a test's own, with a clock and a randomness that the test controls.
///
/// `qix(…)` runs the whole program in this process; `database` and `context` are for tests of what lies below.
package struct TestHome: Sendable {
  package let path: String
  package let clock: TestClock
  package let random: SeededRandomSource
  /// The actor of commands here.
  package var actor = "local:test"
  /// Opens the database; replace it to inject faults.
  package var engine: @Sendable (HomeFolder) -> any Engine = { SQLiteEngine(path: $0.database) }
  /// The modules of the program; add ones without tables of their own.
  package var modules: [any Module.Type] = Catalog.modules

  package init(path: String, clock: TestClock = TestClock(), random: SeededRandomSource = SeededRandomSource()) {
    self.path = path
    self.clock = clock
    self.random = random
  }

  /// Makes a temporary home, lends it, and takes it away.
  @discardableResult
  package static func with<Result>(_ body: (TestHome) throws -> Result) throws -> Result {
    var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/qix-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StorageError.file(path: "TMPDIR", problem: "no folder could be made") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { Self.remove(path) }
    return try body(TestHome(path: path))
  }

  /// Runs a test in a home with the database made and migrated.
  /// - Parameters:
  ///   - vault: makes a vault too, open to every command: its key file lies in the home.
  ///   - modules: the program's modules.
  @discardableResult
  package static func initialised<Result>(
    vault: Bool = false, modules: [any Module.Type] = Catalog.modules, _ body: (TestHome) throws -> Result
  ) throws -> Result {
    try with { home in
      var home = home
      home.modules = modules
      try MigratedHome.put(into: home)
      if vault { try home.makeVault() }
      return try body(home)
    }
  }

  /// The path of the key file of a home's vault.
  package var vaultKey: String { "\(path)/vault.key" }

  /// Makes a vault that every command of this home opens by itself.
  package func makeVault() throws {
    let outcome = try qix(["vault", "init", "--key-file", vaultKey, "--quiet"])
    guard outcome.exitCode == 0 else { throw StorageError.file(path: vaultKey, problem: outcome.errors) }
  }

  /// Runs a command line in this process; words are split at blanks, or given one by one.
  package func qix(
    _ words: [String], input: String = "", secrets: [String] = [], isTerminal: Bool = false,
    environment: [String: String] = [:], interruption: Interruption = Interruption(), endsBehindGate: Bool = false
  ) throws -> TestTerminal.Outcome {
    let program = try Qix.program(
      home: path, actor: actor, clock: clock, random: random, modules: modules, engine: engine)
    var terminal = TestTerminal(
      input: input, secrets: secrets, isTerminal: isTerminal, environment: environment, clock: clock)
    terminal.interruption = interruption
    terminal.endsBehindGate = endsBehindGate
    return terminal.run(program, words)
  }

  package func qix(_ line: String, input: String = "") throws -> TestTerminal.Outcome {
    try qix(line.split(separator: " ").map(String.init), input: input)
  }

  /// Runs a command line that must succeed.
  /// - Returns: what it printed.
  /// - Throws: `CommandFailed`
  @discardableResult
  package func done(_ line: String, input: String = "") throws -> String {
    let outcome = try qix(line, input: input)
    guard outcome.exitCode == 0 else {
      throw CommandFailed(description: "qix \(line): \(outcome.exitCode), \(outcome.errors)")
    }
    return outcome.output
  }

  package struct CommandFailed: Error, CustomStringConvertible {
    package let description: String
  }

  package var database: Database { database(migrator: try? Migrator(Registry(modules))) }
  package var unchecked: Database { database(migrator: nil) }

  private func database(migrator: Migrator?) -> Database {
    let home = HomeFolder(path: path)
    return Database(home: home, engine: engine(home), clock: clock, actor: actor, migrator: migrator)
  }

  private static func remove(_ folder: String) {
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      if unlink("\(folder)/\(name)") != 0 { remove("\(folder)/\(name)") }
    }
    closedir(directory)
    rmdir(folder)
  }
}
