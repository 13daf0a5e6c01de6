internal import CSQLite
internal import CSQLiteArena
internal import Glibc

/// SQLite in one file, in WAL mode.
package struct SQLiteEngine: Engine {
  package let path: String
  /// The SQLite VFS to go through; nil for the operating system's. Tests name one that injects faults.
  private let vfs: String?
  /// Asked while statements run, each of which ends with `StorageError.interrupted` where it says so.
  private let stops: (@Sendable () -> Bool)?

  /// Bytes in a page of a new database (docs/decisions/0005-page-size.md).
  static let pageSize = 8_192

  /// Does without SQLite's count of its memory: it takes a lock for each allocation, and is never read. To be done
  /// before anything of SQLite is used, which takes no settings afterwards.
  ///
  /// The rollback data of a multi-row statement is kept in memory, up to 128 KiB: by default a file is made for more
  /// than 64 KiB, which are eight pages. No more than that: SQLite writes what it has kept into that file in one piece,
  /// and its `seekAndWriteFd` (os_unix.c) takes a length modulo 128 KiB. Of a longer piece nothing is written in the end,
  /// which it reports as a full disk.
  private static let isConfigured =
    qix_sqlite_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
    && qix_sqlite_config(SQLITE_CONFIG_STMTJRNL_SPILL, 0x1_FFFF) == SQLITE_OK
    && qix_sqlite_arena() == SQLITE_OK

  /// Sets SQLite up for this process, once.
  package static func configure() { _ = isConfigured }

  package init(path: String, vfs: String? = nil, stops: (@Sendable () -> Bool)? = nil) {
    self.path = path
    self.vfs = vfs
    self.stops = stops
  }

  package var exists: Bool { access(path, F_OK) == 0 }

  package func connect(
    _ access: Access, takingUnsummed takesUnsummed: Bool
  ) throws(StorageError) -> any EngineConnection {
    guard exists else { throw .noDatabase(path: path) }
    let flags = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    return try SQLiteConnection(path: path, flags: flags, vfs: vfs, takingUnsummed: takesUnsummed, stops: stops)
  }

  package func scratch() throws(StorageError) -> any EngineConnection {
    try SQLiteConnection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
  }

  package func create() throws(StorageError) {
    guard !exists else { throw .databaseExists(path: path) }
    try Self.makeFile(path)
    do throws(StorageError) {
      let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE, vfs: vfs)
      try connection.execute(script: "PRAGMA page_size = \(Self.pageSize)")
      connection.reservePageChecks()
      try connection.execute(script: "PRAGMA journal_mode = WAL")
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Makes an empty file before SQLite opens it, so that no other user may read it for even a moment.
  static func makeFile(_ path: String) throws(StorageError) {
    _ = try NewFile(path)
  }

  /// The version of SQLite in this program.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Whether that version can corrupt a write-ahead log when two connections write or checkpoint at the same instant
  /// (sqlite.org/wal.html, "The WAL-Reset Bug": 3.7.0 to 3.51.2), which is what `WriteLock` guards against.
  package static var hasWALResetBug: Bool { (3_007_000..<3_051_003).contains(sqlite3_libversion_number()) }
}
