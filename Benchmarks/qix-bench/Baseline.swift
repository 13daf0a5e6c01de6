internal import Measuring

/// The C program that qix is measured against: built here, in the same minute, with the same libraries.
struct Baseline {
  let program: String
  private let migrations: [String]

  /// What it is told of the database, so that both have the same.
  struct Settings {
    var commitSize = 65_536
    var pageSize = 8_192
    var cacheBytes = 32 << 20
    var logLimit = 4 << 20
  }

  /// Compiles it.
  /// - Parameter source: the sources' root.
  init(source: String, in folder: borrowing WorkFolder) throws(MeasuringError) {
    program = "\(folder.path)/grants"
    let checks = "\(source)/Sources/CPageChecks"
    let files =
      ["grants", "ledger", "store"].map { "\(source)/Benchmarks/baseline/\($0).c" } + ["\(checks)/pagechecks.c"]
    // The same static libraries as qix links.
    let libraries = [":libsqlite3.a", ":libsodium.a", ":libcrypto.a", "m", "pthread", "dl"].map { "-l\($0)" }
    try ChildProcess.run(
      ["/usr/bin/cc", "-std=gnu11", "-O2", "-I\(checks)/include", "-o", program] + files + libraries)
    migrations = [
      "qix/v1_create_audit=\(source)/Sources/QixStorage/Migrations/v1_create_audit.sql",
      "identity/v1_create_users=\(source)/Plugins/Identity/Migrations/v1_create_users.sql",
      "coins/v1_create_ledger=\(source)/Plugins/Coins/Migrations/v1_create_ledger.sql",
    ]
  }

  /// Grants what a file says into a database that it makes.
  func run(_ file: GrantFile, database: String, _ settings: Settings) throws(MeasuringError) -> ChildProcess.Outcome {
    let numbers = [settings.commitSize, settings.pageSize, settings.cacheBytes, settings.logLimit].map(String.init)
    return try ChildProcess.run([program, database, file.path] + numbers + migrations)
  }
}
