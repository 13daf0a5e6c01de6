package import QixKernel

extension Database {
  /// Whether there is a database.
  package var exists: Bool { engine.exists }

  /// Makes an empty one, with the folder around it.
  /// - Parameter replaces: whether it takes the place of one that is gone, of which the home remembers what it held.
  package func create(inPlaceOfFormer replaces: Bool = false) throws {
    guard access == .readWrite else { throw StorageError.readOnly }
    try home.create()
    try withoutWriters {
      if !replaces, !exists { try requireNothingRemembered() }
      try engine.create()
    }
  }

  /// Spends so much memory on caching pages.
  package func setCache(bytes: Int) throws {
    try withConnection { try $0.base.setCache(bytes: bytes) }
  }

  /// Copies the database as it is at this moment into a new file, while others go on writing.
  ///
  /// The file is a database by itself, and its owner's only. Nothing of it stays when this throws.
  /// - Parameters:
  ///   - tables: whose rows are not copied; no page of the file holds anything of them.
  ///   - progress: receives pages copied and pages in all; what it throws stops the copy.
  package func backUp(
    to path: String, leavingOut tables: [String] = [], progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws {
    try inspect { try $0.backUp(to: path, leavingOut: tables, progress: progress) }
  }

  /// Faults of the database's own structure, none when it is whole.
  package func integrityFaults() throws -> [String] { try inspect { try $0.integrityFaults() } }

  /// Rows that refer to rows which are not there, none when all is well.
  package func referenceFaults() throws -> [String] { try inspect { try $0.referenceFaults() } }

  /// Columns of moments, days and hours that hold what no calendar has, none when all is well.
  package func momentFaults() throws -> [String] { try inspect { try $0.momentFaults() } }

  /// Examines the log, byte for byte.
  /// - Throws: `StorageError.locked` when others have been writing all the time.
  package func examineLog() throws -> LogExamination {
    try withConnection { connection in
      // A read-only medium has no lock and no writer.
      do { return try withoutWriters(patience: 2) { try connection.base.examineLog() } } catch StorageError.file {
        return try connection.base.examineLog()
      }
    }
  }

  /// Gives pages that have no checksum one, or counts them.
  /// - Throws: `StorageError.corrupt` when a checksum is there and doesn't fit: then nothing was written.
  package func sumPages(writing: Bool) throws -> PageSums {
    try locked { try $0.base.sumPages(writing: writing) }
  }

  /// An empty database of the same engine that vanishes with its connection.
  func scratch() throws -> any EngineConnection { try engine.scratch() }

  /// Returns what the engine reports of itself: a name and a value each.
  package func facts() throws -> [(name: String, value: String)] { try inspect { try $0.facts() } }

  /// Adds an entry to the audit log for a change that is not one of rows.
  package func record(_ change: Change, at time: Timestamp) throws {
    try transaction { connection in
      try AuditLog.append(change, by: actor, at: time, in: connection)
      return ((), true)
    }
  }
}
