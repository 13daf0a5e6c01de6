internal import CPageChecks
internal import CSQLite

/// A prepared SQLite statement.
final class SQLiteStatement: EngineStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ connection: SQLiteConnection, _ sql: String) throws(StorageError) {
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw StorageError(sqlite: connection.handle, result, sql: sql) }
    self.connection = connection
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  // A bind can only fail for a wrong index, a mistake of a developer that the first run of a statement shows.
  private func check(_ result: Int32) { precondition(result == SQLITE_OK, "parameter out of range") }

  func bind(_ value: Int64, at index: Int) { check(sqlite3_bind_int64(handle, Int32(index), value)) }
  func bind(_ value: Double, at index: Int) { check(sqlite3_bind_double(handle, Int32(index), value)) }
  func bindNull(at index: Int) { check(sqlite3_bind_null(handle, Int32(index))) }

  func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    check(qix_sqlite_bind_text(handle, Int32(index), bytes.baseAddress ?? Self.nothing, Int32(bytes.count)))
  }

  func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    check(qix_sqlite_bind_blob(handle, Int32(index), bytes.baseAddress ?? Self.nothing, Int32(bytes.count)))
  }

  func bindLentText(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    check(qix_sqlite_bind_lent_text(handle, Int32(index), bytes.baseAddress ?? Self.nothing, Int32(bytes.count)))
  }

  func bindLentBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    check(qix_sqlite_bind_lent_blob(handle, Int32(index), bytes.baseAddress ?? Self.nothing, Int32(bytes.count)))
  }

  // An empty text or blob needs an address, or SQLite binds NULL.
  private static var nothing: UnsafeRawPointer { UnsafeRawPointer(("" as StaticString).utf8Start) }

  func step() throws(StorageError) -> Bool {
    let result = sqlite3_step(handle)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = StorageError(sqlite: connection.handle, result, sql: String(cString: sqlite3_sql(handle)))
      sqlite3_reset(handle)
      throw error
    }
  }

  func reset() { sqlite3_reset(handle) }

  private(set) lazy var columns = ColumnNames(
    (0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) },
    of: String(cString: sqlite3_sql(handle)))

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
  func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    // Text is stored as UTF-8, so asking for a blob returns its bytes without a conversion or a terminator.
    let start = sqlite3_column_blob(handle, Int32(column))
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
  }
}

extension StorageError {
  /// - Parameter path: the file that was to be opened, of which a handle that never opened one knows nothing.
  init(sqlite handle: OpaquePointer, _ result: Int32, sql: String? = nil, path opened: String? = nil) {
    let message = String(cString: sqlite3_errmsg(handle))
    let path = opened ?? sqlite3_db_filename(handle, nil).map { String(cString: $0) } ?? "the database"
    // The disk gives what it has, and that is not a database: a file that was cut, or whose checksums don't fit.
    let damage = [2, 32, 33].map { SQLITE_IOERR | $0 << 8 }
    if damage.contains(result) {
      self = .corrupt("a part of it is missing or altered (SQLite code \(result))")
      return
    }
    if result == Int32(QIX_IOERR_UNSUMMED) {
      self = .unsummed(path: path)
      return
    }
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .locked(path: path, seconds: 10)
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CONSTRAINT: self = .constraint(message)
    case SQLITE_FULL: self = .diskFull
    case SQLITE_IOERR: self = .inputOutput("\(message), SQLite code \(result)")
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(message)
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_CANTOPEN:
      self = .file(path: path, problem: "could not be opened")
    default: self = .engine(code: Int(result), message: message, sql: sql)
    }
  }
}
