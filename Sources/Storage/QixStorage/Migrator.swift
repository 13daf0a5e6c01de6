package import QixKernel

/// Brings the schema of a database to what the modules in force declare, and refuses one that it doesn't know.
package struct Migrator: Sendable {
  let modules: [any Migrating.Type]
  private let disabled: Set<String>
  /// All modules, the disabled ones too.
  let catalogue: [any Module.Type]

  package init(_ registry: Registry) {
    modules = [StorageModule.self] + registry.modules.compactMap { ($0.migratingPart as? MigratingPart)?.module }
    disabled = registry.disabled
    catalogue = registry.catalogue
  }

  /// One migration and whether the database has it.
  package struct Status: Sendable, Equatable {
    package let module: String
    package let name: String
    package let applied: Timestamp?
  }

  private struct Applied {
    let module: String
    let name: String
    let digest: [UInt8]
    let at: Timestamp
  }

  /// The ledger of migrations comes before all migrations, so it is made by hand.
  static let ledger = """
    CREATE TABLE IF NOT EXISTS qix_migrations (
      module TEXT NOT NULL,
      name TEXT NOT NULL,
      digest BLOB NOT NULL,
      applied_at INTEGER NOT NULL,
      PRIMARY KEY (module, name)
    ) STRICT
    """

  /// Says what is applied and what is pending.
  /// - Throws: `StorageError.migration` when the database holds a migration that this program doesn't know, or one
  ///   whose SQL was another, or when one is missing before one that is applied.
  package func status(in connection: Connection) throws -> [Status] {
    let rows =
      try connection.hasTable("qix_migrations")
      ? try connection.rows("SELECT module, name, digest, applied_at FROM qix_migrations") {
        Applied(module: $0.text(0), name: $0.text(1), digest: $0.blob(2), at: $0.time(3))
      } : []
    var isKnown = Array(repeating: false, count: rows.count)
    var statuses: [Status] = []
    for module in modules {
      var missing: String?
      for migration in module.migrations {
        var applied: Applied?
        // In a damaged database a key may turn up twice; that must be a finding of the check, not a trap.
        for index in rows.indices
        where !isKnown[index] && rows[index].name == migration.name && rows[index].module == module.id {
          isKnown[index] = true
          if applied == nil { applied = rows[index] }
        }
        if let applied {
          guard applied.digest == migration.digest else {
            throw StorageError.migration(
              """
              migration '\(migration.name)' of module '\(module.id)' was applied with different content than in this \
              program
              """,
              hint: "Use the version of qix that made this database, or restore a backup that fits this version.")
          }
          if let missing {
            throw StorageError.migration(
              "module '\(module.id)' has migration '\(migration.name)' but not '\(missing)' before it",
              hint: "The list of migrations was changed by hand. Restore a backup.")
          }
        } else {
          missing = missing ?? migration.name
        }
        statuses.append(Status(module: module.id, name: migration.name, applied: applied?.at))
      }
    }
    // Rows that a disabled module has left behind stay as they are.
    let unknown = rows.indices.filter { !isKnown[$0] && !disabled.contains(rows[$0].module) }
      .map { "\(rows[$0].module)/\(rows[$0].name)" }.min()
    if let unknown {
      throw StorageError.migration(
        "the database has migration '\(unknown)', which this qix doesn't know",
        hint: "A newer qix, or one with more modules, made it. Use that one.")
    }
    return statuses
  }

  /// The mark of the database when all of them are applied and no other.
  private var mark: Int32 {
    var mark = SchemaMark()
    for module in modules { for migration in module.migrations { mark.add(migration, of: module.id) } }
    return mark.value
  }

  /// Makes sure that nothing is pending.
  package func requireCurrent(in connection: Connection) throws {
    guard try connection.base.schemaMark() != mark else { return }
    let pending = try status(in: connection).filter { $0.applied == nil }
    guard pending.isEmpty else {
      let names = pending.map { "\($0.module)/\($0.name)" }.joined(separator: ", ")
      throw StorageError.migration(
        "the database lacks migrations that this qix needs: \(names)",
        hint: "Make a backup (`qix db backup FILE`), then run `qix db migrate`.")
    }
  }

  /// Applies what is pending, each migration in a transaction of its own, and says which they were.
  /// - Parameter reason: why, for the audit log.
  package func migrate(_ database: Database, clock: any Clock, reason: String? = nil) throws -> [Status] {
    var done: [Status] = []
    try database.transaction { connection in
      try connection.execute(script: Self.ledger)
      return ((), true)
    }
    let pending = try database.read { try status(in: $0) }.filter { $0.applied == nil }
    for item in pending {
      guard
        let migration = modules.first(where: { $0.id == item.module })?.migrations.first(where: { $0.name == item.name }
        )
      else { continue }
      let applied = try database.transaction { connection in
        // Another process may have been faster.
        let again = try status(in: connection).contains {
          $0.module == item.module && $0.name == item.name && $0.applied != nil
        }
        guard !again else { return (nil as Timestamp?, false) }
        try connection.execute(script: migration.sql)
        let now = clock.now()
        try connection.run(
          "INSERT INTO qix_migrations (module, name, digest, applied_at) VALUES (?1, ?2, ?3, ?4)",
          .text(item.module), .text(item.name), .blob(migration.digest), .time(now))
        try AuditLog.append(
          Change("qix.migrate", subject: "\(item.module)/\(item.name)", reason: reason), by: database.actor, at: now,
          in: connection)
        return (now, true)
      }
      if let applied { done.append(Status(module: item.module, name: item.name, applied: applied)) }
    }
    try setMark(database)
    try sealNames(database, clock)
    // From here on a jump of the clock can be told from time that has passed.
    if !done.isEmpty { _ = try database.transaction { (try SteadyClock.advance(clock, in: $0), true) } }
    // The migrations are moved into the database file, so that later processes needn't read them in the log first.
    if !done.isEmpty { try database.exclusively { _ in } }
    return done
  }

  /// Puts the names that modules have bound before they were sealed into the audit log.
  private func sealNames(_ database: Database, _ clock: any Clock) throws {
    _ = try database.transaction { connection in
      let begun = try SealedFacts.begin(modules, in: connection)
      guard !begun.isEmpty else { return ((), false) }
      try AuditLog.append(
        Change("qix.seal-names", subject: begun.joined(separator: " ")), by: database.actor, at: clock.now(),
        seal: SealedFacts.seal(in: connection), in: connection)
      return ((), true)
    }
  }

  private func setMark(_ database: Database) throws {
    try database.transaction { connection in
      guard try connection.base.schemaMark() != mark,
        try status(in: connection).allSatisfy({ $0.applied != nil })
      else { return ((), false) }
      try connection.base.setSchemaMark(mark)
      return ((), true)
    }
  }
}
