internal import CPageChecks
internal import CSQLite

extension SQLiteConnection {
  /// Whether each page of the database has a checksum.
  var hasPageChecks: Bool {
    var reserved: Int32 = -1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
    return reserved == QIX_PAGE_CHECK_SIZE
  }

  /// Gives a new database pages with checksums. Its size of page must have been set before.
  func reservePageChecks() {
    var reserved = Int32(QIX_PAGE_CHECK_SIZE)
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
    expectPageChecks()
  }

  /// Says of a new database that the pages to come have room for checksums: the first to be written need not be the
  /// one that tells.
  func expectPageChecks() {
    var size = Int32(SQLiteEngine.pageSize)
    sqlite3_file_control(handle, "main", Int32(QIX_FCNTL_PAGE_CHECKS), &size)
  }

  func takeUnsummed() { sqlite3_file_control(handle, "main", Int32(QIX_FCNTL_TAKE_UNSUMMED), nil) }

  var fileMark: Int32 {
    var mark: UInt32 = 0
    sqlite3_file_control(handle, "main", Int32(QIX_FCNTL_FILE_MARK), &mark)
    return Int32(bitPattern: mark)
  }

  /// Marks the database, in a transaction of its own. It need not be durable before the checkpoint that follows, which
  /// syncs the log before it writes anything into the file (sqlite.org/wal.html, "Performance Considerations").
  func setFileMark(_ mark: Int32) throws(StorageError) {
    try execute(script: "PRAGMA synchronous = NORMAL")
    defer { _ = sqlite3_exec(handle, "PRAGMA synchronous = FULL", nil, nil, nil) }
    try execute(script: "PRAGMA application_id = \(mark)")
  }

  func sumPages(writing: Bool) throws(StorageError) -> PageSums {
    // Pages that others are still reading stay in the log, and any SQLite may move them into the file at any time.
    if writing, try !checkpoint(ifLogExceeds: -1, marking: nil) {
      throw .locked(path: String(cString: sqlite3_db_filename(handle, nil)), seconds: 0)
    }
    // Keeps any other program from writing to the log behind our back.
    try execute(script: writing ? "BEGIN IMMEDIATE" : "BEGIN")
    defer { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    var sums = qix_page_sums()
    sums.writes = writing ? 1 : 0
    let result = sqlite3_file_control(handle, "main", Int32(QIX_FCNTL_SUM_PAGES), &sums)
    guard result == SQLITE_OK else { throw .inputOutput("the checksums could not be written, SQLite code \(result)") }
    guard sums.damaged == 0 else { throw .corrupt("page \(sums.damaged) was altered") }
    return PageSums(pages: sums.pages, unsummed: sums.unsummed)
  }
}
