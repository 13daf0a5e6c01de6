internal import CSQLite
internal import Glibc

extension SQLiteConnection {
  func backUp(to path: String, progress: (Int, Int) throws -> Void) throws {
    try SQLiteEngine.makeFile(path)
    do {
      let target = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE, vfs: vfs)
      if hasPageChecks { target.expectPageChecks() }
      // The read transaction pins one moment: whoever writes meanwhile neither disturbs nor enters the copy.
      try execute(script: "BEGIN; SELECT count(*) FROM sqlite_schema;")
      defer { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      try Self.copy(from: self, to: target, progress: progress)
      // The copy is a single file that opens anywhere, also on a medium that can't be written.
      try target.execute(script: "PRAGMA journal_mode = DELETE")
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
      throw error
    }
  }

  func replaceContent(from path: String) throws {
    let source = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY)
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
      // A write transaction of the target stays open from the first step to the last, so nobody sees a part.
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
