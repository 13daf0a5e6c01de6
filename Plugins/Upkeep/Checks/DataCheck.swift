internal import QixBatch
internal import QixModule

/// Everything that can tell whether a database is whole: its structure, its schema, the audit log, and what each
/// module knows of its own rows.
struct DataCheck {
  let context: Context

  /// The subject of the finding about pages without checksums.
  static let pageChecksums = "page checksums"

  /// - Throws: what keeps it from looking at all, such as that there is no database. A damaged one is a finding.
  func findings(of database: Database) throws -> [Finding] {
    var findings = try allFindings(of: database)
    // Checksums are written where all is whole besides, and where it isn't nothing mends these pages but a backup.
    if let unsummed = findings.firstIndex(where: { $0.subject == Self.pageChecksums }), findings.faults.count > 1 {
      findings[unsummed] = findings[unsummed].mended(
        by: "\(Finding.restore) `qix db checksum` writes none while there are other faults.")
    }
    return findings
  }

  private func allFindings(of database: Database) throws -> [Finding] {
    var database = database.ignoringLoss()
    var findings: [Finding] = []
    findings += try Finding.looking(at: "structure", inCheck: true) { try structure(of: &database) }
    findings += try AcknowledgedCheck(context: context, database: database, inCheck: true).findings()
    findings += try Finding.looking(at: "references", inCheck: true) {
      [.summary("references", of: try database.referenceFaults(), whole: "every reference between rows is intact")]
    }
    findings += try Finding.looking(at: "moments", inCheck: true) {
      let faults = try database.momentFaults()
      return faults.isEmpty ? [] : [.summary("moments", of: faults, whole: "")]
    }
    let schema = try Finding.looking(at: "schema", inCheck: true) { [try Self.schema(database, context.migrator)] }
    findings += schema
    // Without its tables there is nothing that could be checked; where only a trigger is gone there is all the more.
    guard schema.allSatisfy({ $0.verdict == .ok }) || isMigrated(database) else { return findings }
    findings += try Finding.looking(at: "audit log", inCheck: true) { [try Self.auditLog(database)] }
    findings += try Finding.looking(at: "settings", inCheck: true) {
      try SettingCheck(context: context).findings(of: database)
    }
    findings += try Finding.looking(at: "names", inCheck: true) {
      try database.read { try SealedFacts.check(context.registry, in: $0) }
    }
    findings += try Finding.looking(at: "batches", inCheck: true) {
      [try database.read { try BatchCheck.finding(in: $0) }]
    }
    for case let module as any RowReading.Type in context.registry.modules {
      findings += try Finding.looking(at: module.id, inCheck: true) {
        try database.read { try module.readRows(in: $0) }
        return []
      }
    }
    for case let module as any DataChecking.Type in context.registry.modules {
      findings += try Finding.looking(at: module.id, inCheck: true) { try module.check(database, in: context) }
    }
    return findings
  }

  /// Pages without checksums are told once, and then everything is looked at all the same.
  private func structure(of database: inout Database) throws -> [Finding] {
    do {
      return [.summary("structure", of: try database.integrityFaults(), whole: "every page and index is intact")]
    } catch let error as StorageError {
      guard case .unsummed = error else { throw error }
      database = database.ignoringLoss(takingUnsummed: true)
      return [.fault(Self.pageChecksums, error.description, remedy: error.hint?.description ?? "")]
        + (try structure(of: &database))
    }
  }

  private func isMigrated(_ database: Database) -> Bool {
    let status = try? database.read { try context.migrator.status(in: $0) }
    return status?.allSatisfy { $0.applied != nil } ?? false
  }

  static func schema(_ database: Database, _ migrator: Migrator) throws -> Finding {
    let pending = try database.read { try migrator.status(in: $0) }.filter { $0.applied == nil }
    guard pending.isEmpty else {
      let names = pending.map { "\($0.module)/\($0.name)" }.joined(separator: ", ")
      return .fault("schema", "migrations are pending: \(names)", remedy: "Run `qix db migrate`.")
    }
    if let fault = try migrator.schemaFaults(of: database).first {
      return .fault("schema", fault, remedy: "Find out who did it, and restore a backup with `qix db restore FILE`.")
    }
    return .ok("schema", "every migration is applied, and the schema is unchanged")
  }

  static func auditLog(_ database: Database) throws -> Finding {
    let found = try database.read { try AuditLog.verify(in: $0) }
    if let fault = found.firstFault {
      return .fault(
        "audit log", "entry \(fault) was altered, or the one before it is missing",
        remedy: "Compare with a backup: `qix audit show --before \(fault + 1)`.")
    }
    return .ok("audit log", "\(found.entries.counted("entry", "entries")), each fits the one before")
  }
}
