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
}
