internal import CPageChecks
internal import CSQLite
internal import Glibc

/// A connection to a SQLite database, set up the one way qix uses it.
final class SQLiteConnection: EngineConnection {
  let handle: OpaquePointer
  let vfs: String?
  /// Whether it reads pages without checksums.
  let takesUnsummed: Bool
  private let log = Log()
  private let stops: Stops?
  /// The steps of SQLite's machine after which it is asked whether to stop: some of them each millisecond.
  private static let stepsBetweenStops: Int32 = 10_000
  /// The time that SQLite itself waits where another program, one without our lock, holds the database.
  private static let busyMilliseconds: Int32 = 10_000
  /// SQLite's own handle: a `SQLiteStatement` holds its connection, and would keep this one from ever closing.
  private var versionStatement: OpaquePointer?

  /// The length of the write-ahead log after this connection's last commit.
  private final class Log {
    var pages = 0
    /// The length from which on it is tried again to move it, after readers were in the way.
    var next = 0
  }

  /// Whether what runs is to stop.
  private final class Stops {
    let isAsked: @Sendable () -> Bool
    init(_ isAsked: @escaping @Sendable () -> Bool) { self.isAsked = isAsked }
  }

  init(
    path: String, flags: Int32, vfs: String? = nil, takingUnsummed takesUnsummed: Bool = false,
    stops: (@Sendable () -> Bool)? = nil
  ) throws(StorageError) {
    SQLiteEngine.configure()
    var opened: OpaquePointer?
    // NOMUTEX: a connection belongs to one thread at a time, which `Database` sees to.
    let checked = qix_page_checks_over(vfs)
    let result = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, checked)
    guard result == SQLITE_OK, let opened else {
      let error =
        opened.map { StorageError(sqlite: $0, result, path: path) }
        ?? .engine(code: Int(result), message: "out of memory", sql: nil)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.vfs = vfs
    self.takesUnsummed = takesUnsummed
    self.stops = stops.map(Stops.init)
    if let stops = self.stops {
      sqlite3_progress_handler(
        handle, Self.stepsBetweenStops,
        { stops in stops.map { Unmanaged<Stops>.fromOpaque($0).takeUnretainedValue().isAsked() } ?? false ? 1 : 0 },
        Unmanaged.passUnretained(stops).toOpaque())
    }
    if takesUnsummed { takeUnsummed() }
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    // SQLite before 3.51.3 can corrupt a WAL when two connections write or checkpoint at the same instant
    // (sqlite.org/wal.html, "The WAL-Reset Bug"): no connection ever checkpoints on its own, neither when the log
    // grows nor on closing; `Database` does it under the write lock.
    // Setting a hook of our own, which only notes the log's length, also takes away the one that checkpoints.
    sqlite3_wal_hook(
      handle,
      { log, _, _, pages in
        if let log { Unmanaged<Log>.fromOpaque(log).takeUnretainedValue().pages = Int(pages) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(log).toOpaque())
    for (option, value) in [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, Int32(1)), (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ] {
      qix_sqlite_db_config(handle, option, value)
    }
    // FULL is what makes each commit durable in WAL mode; cell_size_check finds damaged pages where they are read;
    // secure_delete overwrites what is deleted, so that an erased user's key is gone from the file.
    try execute(script: "PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;")
  }

  deinit {
    sqlite3_finalize(versionStatement)
    // close_v2 waits for statements that are still alive.
    sqlite3_close_v2(handle)
  }

  func prepare(_ sql: String) throws(StorageError) -> any EngineStatement {
    try SQLiteStatement(self, sql)
  }

  func hasTable(_ name: String) throws(StorageError) -> Bool {
    func isKnown() -> Bool {
      sqlite3_table_column_metadata(handle, nil, name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
    }
    if isKnown() { return true }
    // It looks into this connection's copy of the schema; a statement reads it again where others have changed it.
    _ = try scalar("SELECT count(*) FROM sqlite_schema")
    return isKnown()
  }

  func execute(script: String) throws(StorageError) {
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw StorageError(sqlite: handle, result, sql: script) }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }
  var changes: Int { Int(sqlite3_changes(handle)) }

  func dataVersion() throws(StorageError) -> Int64 {
    if versionStatement == nil {
      let result = sqlite3_prepare_v2(handle, "PRAGMA data_version", -1, &versionStatement, nil)
      guard result == SQLITE_OK else { throw StorageError(sqlite: handle, result) }
    }
    defer { sqlite3_reset(versionStatement) }
    let result = sqlite3_step(versionStatement)
    guard result == SQLITE_ROW else { throw StorageError(sqlite: handle, result) }
    return sqlite3_column_int64(versionStatement, 0)
  }

  func schemaMark() throws(StorageError) -> Int32 { Int32(try scalar("PRAGMA user_version")) ?? 0 }

  func setSchemaMark(_ mark: Int32) throws(StorageError) { try execute(script: "PRAGMA user_version = \(mark)") }

  func setCache(bytes: Int) throws(StorageError) {
    try execute(script: "PRAGMA cache_size = -\(bytes / 1_024)")
  }

  func checkpoint(ifLogExceeds bytes: Int, marking mark: Int32?) throws(StorageError) -> Bool {
    guard log.pages * SQLiteEngine.pageSize > bytes, bytes < 0 || log.pages >= log.next else { return false }
    if let mark { try setFileMark(mark) }
    // The first process that opens the database reads the whole log, used up or not, so it is cut to nothing. It
    // doesn't wait: what readers still need is left for the next time.
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
    let result = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    // Each try marks the file and waits for the disk.
    if result == SQLITE_OK { (log.pages, log.next) = (0, 0) } else { log.next = log.pages + log.pages / 4 }
    guard result == SQLITE_OK || result == SQLITE_BUSY else { throw StorageError(sqlite: handle, result) }
    return result == SQLITE_OK
  }

  /// The first value of the first row, for pragmas and counts.
  func scalar(_ sql: String) throws(StorageError) -> String {
    let statement = try prepare(sql)
    defer { statement.reset() }
    guard try statement.step() else { return "" }
    return String(decoding: statement.bytes(0), as: UTF8.self)
  }

  func integrityFaults() throws(StorageError) -> [String] {
    var faults = hasPageChecks ? [] : ["its pages have no checksums: another program made it"]
    let integrity = try prepare("PRAGMA integrity_check(20)")
    while try integrity.step() {
      let line = String(decoding: integrity.bytes(0), as: UTF8.self)
      // A page that can't be read is a line of the answer too.
      if line.hasSuffix("error code=\(QIX_IOERR_UNSUMMED)") {
        throw .unsummed(path: String(cString: sqlite3_db_filename(handle, nil)))
      }
      if line != "ok" { faults.append(line) }
    }
    return faults
  }

  func referenceFaults() throws(StorageError) -> [String] {
    var faults: [String] = []
    let references = try prepare("PRAGMA foreign_key_check")
    while try references.step() {
      let table = String(decoding: references.bytes(0), as: UTF8.self)
      let parent = String(decoding: references.bytes(2), as: UTF8.self)
      faults.append("row \(references.integer(1)) of \(table) refers to a row of \(parent) that doesn't exist")
    }
    return faults
  }

  func momentFaults() throws(StorageError) -> [String] {
    var faults: [String] = []
    let columns = try prepare(
      """
      SELECT m.name, c.name, CASE c.name WHEN 'hour' THEN 100000000 WHEN 'day' THEN 10000000
        WHEN 'last_day' THEN 10000000 ELSE 1000000000000000000 END
      FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND c.type = 'INTEGER' AND (c.name IN ('hour', 'day', 'last_day', 'at', 'since', 'until')
        OR c.name LIKE '%^_at' ESCAPE '^' OR c.name LIKE '%^_since' ESCAPE '^' OR c.name LIKE '%^_until' ESCAPE '^')
      """)
    while try columns.step() {
      let (table, column) = (
        String(decoding: columns.bytes(0), as: UTF8.self), String(decoding: columns.bytes(1), as: UTF8.self)
      )
      let bound = columns.integer(2)
      // A plus sign keeps indexes out, whose order may be what is wrong.
      let found = try scalar(
        "SELECT count(*) FROM \"\(table)\" WHERE +\"\(column)\" NOT BETWEEN -\(bound) AND \(bound)")
      if found != "0" { faults.append("\(found) of \(table).\(column) are outside of the calendar") }
    }
    return faults
  }

  func schemaObjects() throws(StorageError) -> [String: String] {
    let objects = try prepare(
      "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'")
    var result: [String: String] = [:]
    while try objects.step() {
      result[String(decoding: objects.bytes(0), as: UTF8.self)] = String(decoding: objects.bytes(1), as: UTF8.self)
    }
    return result
  }

  func facts() throws(StorageError) -> [(name: String, value: String)] {
    let path = String(cString: sqlite3_db_filename(handle, nil))
    func bytes(_ path: String) -> String {
      var status = stat()
      return stat(path, &status) == 0 ? "\(status.st_size)" : "0"
    }
    return [
      ("engine", "SQLite \(SQLiteEngine.version)"),
      ("journal", try scalar("PRAGMA journal_mode")),
      ("page checksums", hasPageChecks ? "yes" : "no"),
      ("page size", try scalar("PRAGMA page_size")),
      ("pages", try scalar("PRAGMA page_count")),
      ("free pages", try scalar("PRAGMA freelist_count")),
      ("bytes", bytes(path)),
      ("log bytes", bytes(path + "-wal")),
    ]
  }
}
