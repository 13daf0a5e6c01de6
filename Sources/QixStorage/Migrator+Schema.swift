internal import QixKernel

extension Migrator {
  /// Returns where the schema is not as the migrations make it: a table, index or trigger that was changed, removed or
  /// added by hand. None when all is well.
  ///
  /// The digests of migrations only say what was run once; a writer of the file can drop a trigger since.
  package func schemaFaults(of database: Database) throws -> [String] {
    let expected = try database.scratch()
    try expected.execute(script: Self.ledger)
    let (found, left) = (try database.inspect { try $0.schemaObjects() }, try database.read { try applied(in: $0) })
    // What a module that is switched off has left is as its migrations made it, too; it may have been another's before.
    for module in Migrator(try Registry(catalogue)).modules {
      let isEnabled = modules.contains { $0.id == module.id }
      for migration in module.migrations where isEnabled || left.contains("\(module.id)/\(migration.name)") {
        try expected.execute(script: migration.sql)
      }
    }
    let wanted = try expected.schemaObjects()
    return Set(wanted.keys).union(found.keys).sorted().compactMap { object in
      switch (wanted[object], found[object]) {
      case (nil, _): "\(object) was added by hand"
      case (_, nil): "\(object) is missing"
      case (let wanted?, let found?): wanted == found ? nil : "\(object) was changed by hand"
      }
    }
  }

  /// Modules and names of the migrations that a database has, with a slash between.
  private func applied(in connection: Connection) throws -> Set<String> {
    guard try connection.hasTable("qix_migrations") else { return [] }
    return Set(try connection.rows("SELECT module, name FROM qix_migrations") { "\($0.text(0))/\($0.text(1))" })
  }
}
