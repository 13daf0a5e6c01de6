internal import CSQLite
internal import Glibc

extension SQLiteConnection {
  func backUp(to path: String, leavingOut tables: [String], progress: (Int, Int) throws -> Void) throws {
    try SQLiteEngine.makeFile(path)
    do {
      let target = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE, vfs: vfs)
      if hasPageChecks { target.expectPageChecks() }
      // The read transaction pins one moment: writes meanwhile neither disturb nor enter the copy.
      try execute(script: "BEGIN; SELECT count(*) FROM sqlite_schema;")
      defer { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      try Self.copy(from: self, to: target, progress: progress)
      // The copy is a single file that opens anywhere, also on a medium that can't be written.
      try target.execute(script: "PRAGMA journal_mode = DELETE")
      try target.empty(tables)
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
      throw error
    }
  }

  /// Takes all rows out of tables. Pages are overwritten with zeros (`secure_delete`), and no journal keeps them: a copy
  /// that comes to grief is thrown away.
  private func empty(_ tables: [String]) throws(StorageError) {
    var deletions = ""
    for table in tables where try hasTable(table) { deletions += "DELETE FROM \"\(table)\"; " }
    guard !deletions.isEmpty else { return }
    try execute(script: "PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY;")
    try execute(script: "BEGIN; \(deletions)COMMIT;")
    try execute(script: "PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON;")
  }

  func giveRows(of tables: [String], toFile path: String) throws -> Int64 {
    // This database is the main one of the connection, since of an attached one nothing could be read before it is said
    // that pages without checksums are taken.
    let own = String(cString: sqlite3_db_filename(handle, nil))
    let source = try SQLiteConnection(
      path: own, flags: SQLITE_OPEN_READWRITE, vfs: vfs, takingUnsummed: takesUnsummed)
    let attach = try source.prepare("ATTACH ?1 AS copy")
    Array(path.utf8).withUnsafeBytes { attach.bindText($0, at: 1) }
    while try attach.step() {}
    attach.reset()
    // Parents come after their children in no particular order, so references are looked at when all is there.
    try source.execute(script: "PRAGMA foreign_keys = OFF; BEGIN;")
    var count: Int64 = 0
    for table in tables where try source.hasTable(table) {
      let isThere = try source.scalar(
        "SELECT count(*) FROM copy.sqlite_schema WHERE type = 'table' AND name = '\(table)'")
      guard isThere == "1", try source.scalar("SELECT count(*) FROM copy.\"\(table)\"") == "0" else { continue }
      try source.execute(script: "INSERT INTO copy.\"\(table)\" SELECT * FROM main.\"\(table)\"")
      count += Int64(source.changes)
    }
    try source.execute(script: "COMMIT; DETACH copy;")
    return count
  }

  func replaceContent(from path: String, marking mark: Int32?) throws {
    let source = try SQLiteConnection(
      path: path, flags: mark == nil ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
    // In the source, so that it comes with everything else, in one transaction.
    if let mark { try source.execute(script: "PRAGMA application_id = \(mark)") }
    try Self.copy(from: source, to: self) { _, _ in }
  }

  private static func copy(
    from source: SQLiteConnection, to target: SQLiteConnection, progress: (Int, Int) throws -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError(sqlite: target.handle, sqlite3_errcode(target.handle))
    }
    var result: Int32
    repeat {
      // A write transaction of the target stays open from the first step to the last, so no reader sees a part.
      result = sqlite3_backup_step(backup, 1_024)
      let all = Int(sqlite3_backup_pagecount(backup))
      do {
        try progress(all - Int(sqlite3_backup_remaining(backup)), all)
      } catch {
        sqlite3_backup_finish(backup)
        throw error
      }
    } while result == SQLITE_OK
    let finished = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw StorageError(sqlite: target.handle, finished == SQLITE_OK ? result : finished)
    }
  }
}
