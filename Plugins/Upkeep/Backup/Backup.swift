internal import QixModule

/// A copy of the database in one file, which is a database by itself.
struct Backup {
  let file: File

  /// Copies a database into the file while others go on writing, and puts it under its name only when it is on the
  /// disk and was found whole.
  /// - Parameters:
  ///   - tables: whose rows are left out.
  ///   - record: writes it down; there is no backup when that fails.
  static func take(
    of database: Database, leavingOut tables: [String], into file: File, in context: Context,
    record: () throws -> Void
  ) throws -> Backup {
    let partial = File(path: "\(file.path).partial")
    // Left by a backup that was killed; two at once into one file make no sense.
    partial.remove()
    do {
      try copy(database, leavingOut: tables, to: partial.path, in: context)
      try Backup(file: partial).verify(in: context)
      try partial.sync()
      try record()
      try partial.rename(to: file)
    } catch {
      partial.remove()
      throw error
    }
    return Backup(file: file)
  }

  private static func copy(
    _ database: Database, leavingOut tables: [String], to path: String, in context: Context
  ) throws {
    // Stopping must not leave half a copy behind.
    context.face.catchInterruption()
    var progress: (any Progress)?
    try database.backUp(to: path, leavingOut: tables) { done, all in
      try context.face.interruption.check()
      let line = progress ?? context.face.progress("Copying", total: Int64(all), unit: "pages")
      progress = line
      line.advance(to: Int64(done))
    }
    progress?.finish()
  }

  /// A look at the copy's own structure and schema, without the long checks of the modules.
  private func verify(in context: Context) throws {
    let copy = Database(
      home: context.home, engine: SQLiteEngine(path: file.path), clock: context.clock, access: .readOnly,
      actor: "backup", migrator: nil, memory: .none)
    let faults = try copy.integrityFaults() + copy.referenceFaults()
    guard faults.isEmpty else { throw UpkeepError.unsound(what: "the copy", faults: faults) }
    _ = try copy.read { try context.migrator.status(in: $0) }
  }
}
