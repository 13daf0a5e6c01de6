internal import QixModule

/// A quick look at the database, without reading all of it.
struct DatabaseCheck {
  let context: Context

  /// - Returns: findings, and when the newest entry of the audit log was written.
  func findings() throws -> (findings: [Finding], lastChange: Timestamp?) {
    let database = context.database.reader().ignoringLoss()
    guard database.exists else {
      let finding = Finding.warning(
        "database", "there is none at \(database.location)", remedy: "Make it with `qix init`.")
      return ([finding], nil)
    }
    do {
      let schema = try DataCheck.schema(database, context.migrator)
      let journal = try journal(database)
      // Without the schema there may be no audit log.
      guard schema.verdict == .ok else { return ([schema, journal], nil) }
      let acknowledged = try AcknowledgedCheck(context: context, database: database).findings()
      let last = try database.read { try AuditLog.entries(limit: 1, in: $0) }.first
      return ([schema, journal] + acknowledged, last?.at)
    } catch let error as StorageError {
      let finding =
        error.category == .damaged
        ? Finding.thrown("database", error)
        : .fault("database", error.description, remedy: error.hint?.description ?? "Run `qix db check`.")
      return ([finding], nil)
    }
  }

  private func journal(_ database: Database) throws -> Finding {
    let journal = try database.facts().first { $0.name == "journal" }?.value ?? ""
    guard journal == "wal" else {
      return .warning(
        "database",
        """
        its journal mode is '\(journal)': the file was copied here by hand, and readers and writers block each other
        """, remedy: "Move it elsewhere and run `qix db restore` with it.")
    }
    return .ok("database", database.location)
  }
}
