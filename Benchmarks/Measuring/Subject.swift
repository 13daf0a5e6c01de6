internal import QixCatalog
internal import QixCommands
internal import QixCrypto
package import QixKernel
package import QixStorage
internal import QixTerminal

/// The qix program under test, on one home.
package struct Subject: Sendable {
  package let program: String
  package let home: String

  package init(program: String, home: String) {
    self.program = program
    self.home = home
  }

  package func words(_ words: [String]) -> [String] { [program, "--home", home] + words }

  /// Runs a command.
  /// - Throws: `MeasuringError` when it fails.
  @discardableResult
  package func run(_ words: String...) throws(MeasuringError) -> ChildProcess.Outcome {
    try ChildProcess.run(self.words(words))
  }

  /// Makes the home anew.
  package func initialise() throws(MeasuringError) {
    WorkFolder.remove(home)
    try run("init")
  }

  /// Checks what the program can check of itself, and the file's structure.
  package func verify() throws {
    try run("coins", "verify")
    let faults = try database.exclusively { try $0.integrityFaults() }
    guard faults.isEmpty else { throw MeasuringError("the database is damaged: \(faults.joined(separator: "; "))") }
  }

  /// The database, opened by this program rather than by the one under test.
  package var database: Database {
    let folder = HomeFolder(path: home)
    return Database(
      home: folder, engine: SQLiteEngine(path: folder.database), clock: SystemClock(), actor: "bench", migrator: nil)
  }

  /// What the program's commands run in, for services in this process, without starting the program. A vault opens by the
  /// key file in the home.
  package func context() throws -> Context {
    let registry = try Registry(Catalog.modules)
    var context = Context(clock: SystemClock(), random: SystemRandomSource(), services: Services(registry))
    let folder = HomeFolder(path: home)
    context.registry = registry
    context.home = folder
    context.environment = .process
    context.migrator = Migrator(registry)
    context.database = Database(
      home: folder, engine: SQLiteEngine(path: folder.database), clock: context.clock, actor: "bench",
      migrator: context.migrator)
    return context
  }

  /// Checks that every key is in the ledger exactly once.
  package func requireOnce(_ keys: some Sequence<String>) throws {
    try database.read { connection in
      let statement = try connection.statement("SELECT count(*) FROM coins_transfers WHERE key = ?1")
      for key in keys {
        statement.bind(key, at: 1)
        let count = try statement.first { $0.integer(0) } ?? 0
        guard count == 1 else {
          throw MeasuringError("key '\(key)' was acknowledged, and is \(count) times in the ledger")
        }
      }
    }
  }

  /// A single number that a query returns.
  package func count(_ sql: String) throws -> Int64 {
    try database.read { connection in try connection.first(sql) { $0.integer(0) } ?? 0 }
  }
}
