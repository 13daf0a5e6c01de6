extension Migrator {
  /// Returns where the schema is not as the migrations make it: a table, index or trigger that was changed, removed or
  /// added by hand. None when all is well.
  ///
  /// The digests of migrations only say what was run once; a writer of the file can drop a trigger since.
  package func schemaFaults(of database: Database) throws -> [String] {
    let expected = try database.scratch()
    try expected.execute(script: Self.ledger)
    for migration in migrations { try expected.execute(script: migration.sql) }
    let (wanted, found) = (try expected.schemaObjects(), try database.inspect { try $0.schemaObjects() })
    return Set(wanted.keys).union(found.keys).sorted().compactMap { object in
      switch (wanted[object], found[object]) {
      case (nil, _): isOfDisabledModule(object) ? nil : "\(object) was added by hand"
      case (_, nil): "\(object) is missing"
      case (let wanted?, let found?): wanted == found ? nil : "\(object) was changed by hand"
      }
    }
  }

  /// - Parameter object: its kind, a blank, and its name, which begins with its module's id.
  private func isOfDisabledModule(_ object: String) -> Bool {
    disabled.contains { object.split(separator: " ").last?.hasPrefix("\($0)_") ?? false }
  }
}
