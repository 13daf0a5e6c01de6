internal import QixCrypto
internal import QixKernel
internal import Synchronization

extension Migrator {
  /// Returns where the schema is not as the migrations make it: a table, index or trigger that was changed, removed or
  /// added by hand. None when all is well.
  ///
  /// The digests of migrations only say what was run once; a writer of the file can drop a trigger since.
  package func schemaFaults(of database: Database) throws -> [String] {
    let (found, left) = (try database.inspect { try $0.schemaObjects() }, try database.read { try applied(in: $0) })
    // What a module that is switched off has left is as its migrations made it, too; it may have been another's before.
    let migrations = try Migrator(Registry(catalogue)).modules.flatMap { module in
      let isEnabled = modules.contains { $0.id == module.id }
      return module.migrations.filter { isEnabled || left.contains("\(module.id)/\($0.name)") }
    }
    let wanted = try Self.objects(of: migrations, for: database)
    return Set(wanted.keys).union(found.keys).sorted().compactMap { object in
      switch (wanted[object], found[object]) {
      case (nil, _): "\(object) was added by hand"
      case (_, nil): "\(object) is missing"
      case (let wanted?, let found?): wanted == found ? nil : "\(object) was changed by hand"
      }
    }
  }

  /// What lists of migrations make, by their digests. It is the same for each database, and takes as long as making one.
  private static let made = Mutex<[[UInt8]: [String: String]]>([:])

  /// The objects of a schema with these migrations, and their SQL.
  private static func objects(of migrations: [Migration], for database: Database) throws -> [String: String] {
    var hasher = SHA256()
    for migration in migrations { hasher.update(migration.digest) }
    let digest: [UInt8] = hasher.finish()
    if let objects = made.withLock({ $0[digest] }) { return objects }
    let scratch = try database.scratch()
    try scratch.execute(script: ledger)
    for migration in migrations { try scratch.execute(script: migration.sql) }
    let objects = try scratch.schemaObjects()
    made.withLock { $0[digest] = objects }
    return objects
  }

  /// Modules and names of the migrations that a database has, with a slash between.
  private func applied(in connection: Connection) throws -> Set<String> {
    guard try connection.hasTable("qix_migrations") else { return [] }
    return Set(try connection.rows("SELECT module, name FROM qix_migrations") { "\($0.text(0))/\($0.text(1))" })
  }
}
