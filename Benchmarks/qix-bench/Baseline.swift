internal import Glibc
internal import Measuring
internal import QixCatalog
internal import QixKernel

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
    let checks = "\(source)/Sources/Libraries/CPageChecks"
    let files =
      ["grants", "ledger", "store"].map { "\(source)/Benchmarks/baseline/\($0).c" } + ["\(checks)/pagechecks.c"]
    // The same static libraries as qix links.
    let libraries = [":libsqlite3.a", ":libsodium.a", ":libcrypto.a", "m", "pthread", "dl"].map { "-l\($0)" }
    try ChildProcess.run(
      ["/usr/bin/cc", "-std=gnu11", "-O2", "-I\(checks)/include", "-o", program] + files + libraries)
    // In the catalogue's order: a module that was cut out of another takes its tables over (decision 0068).
    let modules = Catalog.modules.map { module in
      (module.id, "\(source)/Plugins/\(String(describing: module).dropLast("Module".count))/Migrations")
    }
    migrations = ([("qix", "\(source)/Sources/Storage/QixStorage/Migrations")] + modules).flatMap { module, folder in
      // v2 comes before v10.
      Self.names(in: folder).filter { $0.hasSuffix(".sql") }
        .sorted { Self.number($0) < Self.number($1) }.map { "\(module)/\($0.dropLast(4))=\(folder)/\($0)" }
    }
  }

  /// The 2 of `v2_create_settings.sql`.
  private static func number(_ name: String) -> Int { Int(name.dropFirst().prefix { $0.isNumber }) ?? 0 }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Grants what a file says into a database that it makes.
  func run(_ file: GrantFile, database: String, _ settings: Settings) throws(MeasuringError) -> ChildProcess.Outcome {
    let numbers = [settings.commitSize, settings.pageSize, settings.cacheBytes, settings.logLimit].map(String.init)
    return try ChildProcess.run([program, database, file.path] + numbers + migrations)
  }
}
