internal import CSQLite
internal import Glibc

extension SQLiteConnection {
  func backUp(to path: String, progress: (Int, Int) -> Void) throws(StorageError) {
    let target = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE)
    // The read transaction pins one moment: whoever writes meanwhile neither disturbs nor enters the copy.
    try execute(script: "BEGIN; SELECT count(*) FROM sqlite_schema;")
    defer { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    try Self.copy(from: self, to: target, progress: progress)
    // The copy is a single file that opens anywhere, also on a medium that can't be written.
    try target.execute(script: "PRAGMA journal_mode = DELETE")
  }

  func replaceContent(from path: String) throws(StorageError) {
    let source = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY)
    try Self.copy(from: source, to: self) { _, _ in }
  }

  private static func copy(
    from source: SQLiteConnection, to target: SQLiteConnection, progress: (Int, Int) -> Void
  ) throws(StorageError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError(sqlite: target.handle, sqlite3_errcode(target.handle))
    }
    var result: Int32
    repeat {
      result = sqlite3_backup_step(backup, 1_024)
      let all = Int(sqlite3_backup_pagecount(backup))
      progress(all - Int(sqlite3_backup_remaining(backup)), all)
    } while result == SQLITE_OK
    let finished = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw StorageError(sqlite: target.handle, finished == SQLITE_OK ? result : finished)
    }
  }
}
