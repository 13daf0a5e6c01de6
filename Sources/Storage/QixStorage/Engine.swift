/// The interface of a database engine. SQLite is the embedded one; another joins by adopting these three protocols, and
/// no module notices.
///
/// SQL is the subset that SQLite and PostgreSQL share (docs/decisions/0002-one-sql-two-engines.md).
package protocol Engine: Sendable {
  /// Opens a connection to a database that exists.
  /// - Parameter takesUnsummed: whether it reads pages without checksums all the same.
  func connect(_ access: Access, takingUnsummed takesUnsummed: Bool) throws(StorageError) -> any EngineConnection
  /// Makes an empty database; fails when there is one.
  func create() throws(StorageError)
  /// An empty database that vanishes with its connection.
  func scratch() throws(StorageError) -> any EngineConnection
  /// Whether the database is there.
  var exists: Bool { get }
}

package enum Access: Sendable {
  case readOnly, readWrite
}

/// One session with the database. Not shared between threads.
package protocol EngineConnection: AnyObject {
  func prepare(_ sql: String) throws(StorageError) -> any EngineStatement
  /// Whether there is a table of that name.
  func hasTable(_ name: String) throws(StorageError) -> Bool
  /// Runs several statements, separated by semicolons, that take no parameters.
  func execute(script: String) throws(StorageError)
  /// A number that changes when another connection has committed a change, and only then.
  func dataVersion() throws(StorageError) -> Int64
  /// A number that the database keeps beside its tables, written and taken back with the transaction; 0 in a new one.
  func schemaMark() throws(StorageError) -> Int32
  func setSchemaMark(_ mark: Int32) throws(StorageError)
  /// Whether a transaction is open: some errors, such as a full disk, end it.
  var isInTransaction: Bool { get }
  /// The number of rows that this connection has inserted, updated or deleted since it was opened.
  var totalChanges: Int64 { get }
  /// The number of rows that the last statement inserted, updated or deleted.
  var changes: Int { get }
  /// Spends up to so many bytes on caching pages.
  func setCache(bytes: Int) throws(StorageError)
  /// Moves what has been committed from the log into the database file, where the engine has such a thing and enough
  /// has gathered. Called with the write lock held.
  /// - Parameter mark: what the file is marked with by it; nil leaves the mark.
  /// - Returns: whether all of it was moved.
  func checkpoint(ifLogExceeds bytes: Int, marking mark: Int32?) throws(StorageError) -> Bool
  /// The mark of the database file itself when this connection was opened, whatever its log says.
  var fileMark: Int32 { get }
  /// Copies the database as it is at this moment into a new file.
  ///
  /// The file can be read by its owner only. Nothing of it stays when this throws.
  /// - Parameters:
  ///   - tables: whose rows are not copied; no page of the file holds anything of them. Those that aren't there are
  ///     passed over.
  ///   - progress: receives pages copied and pages in all; what it throws stops the copy.
  func backUp(to path: String, leavingOut tables: [String], progress: (Int, Int) throws -> Void) throws
  /// Copies the rows of tables into another file, where these tables are empty; it must have the same tables.
  /// - Returns: how many rows there were.
  func giveRows(of tables: [String], toFile path: String) throws -> Int64
  /// Replaces everything in this database by the content of a file, in one transaction.
  /// - Parameter mark: what both are marked with; nil leaves the mark.
  func replaceContent(from path: String, marking mark: Int32?) throws
  /// Examines the log, byte for byte. Called with the write lock held.
  func examineLog() throws(StorageError) -> LogExamination
  /// Gives pages that have no checksum one, or counts them. Called with the write lock held, outside of a transaction.
  /// - Throws: `StorageError.corrupt` when a checksum is there and doesn't fit: then nothing was written.
  func sumPages(writing: Bool) throws(StorageError) -> PageSums
  /// Faults of the database's own structure, none when it is whole.
  func integrityFaults() throws(StorageError) -> [String]
  /// Rows that refer to rows which are not there, none when all is well.
  func referenceFaults() throws(StorageError) -> [String]
  /// Columns of moments, days and hours that hold what no calendar has, none when all is well.
  func momentFaults() throws(StorageError) -> [String]
  /// The SQL behind each table, index and trigger, by its kind and name.
  func schemaObjects() throws(StorageError) -> [String: String]
  /// Facts for `qix db status`: a name and a value each.
  func facts() throws(StorageError) -> [(name: String, value: String)]
}

/// The result of reading a log byte for byte.
package struct LogExamination: Sendable, Equatable {
  /// Pages that can be reached, each fitting the one before it.
  package var reached = 0
  /// The offset of the first one that doesn't fit, in bytes; nil when all do.
  package var fault: Int64?
  /// Pages behind it that are whole, and can't be reached.
  package var behind = 0
  /// The most commits among these that follow one another without a break.
  package var commits = 0
  /// Whether the page that doesn't fit ends a commit, as far as it tells.
  package var faultEndsCommit = false

  /// Whether something is missing that was durable. Each commit is synced before the next begins, so a loss of power can
  /// cut off one: where pages of another follow, it was no such thing.
  package var isDamaged: Bool { commits > 1 || faultEndsCommit && behind > 0 }
}

/// The number of pages of a database file without a checksum, and of all.
package struct PageSums: Sendable, Equatable {
  package let pages: Int64
  package let unsummed: Int64
}

/// A prepared statement: bind, step, read columns, reset. Parameters count from 1, columns from 0.
package protocol EngineStatement: AnyObject {
  func bind(_ value: Int64, at index: Int)
  func bind(_ value: Double, at index: Int)
  func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int)
  func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int)
  /// Binds without a copy: the bytes must stay as they are until the statement was run, and are bound again before its
  /// next run.
  func bindLentText(_ bytes: UnsafeRawBufferPointer, at index: Int)
  func bindLentBlob(_ bytes: UnsafeRawBufferPointer, at index: Int)
  func bindNull(at index: Int)
  /// True when there is a row to read, false when the statement has run to its end.
  func step() throws(StorageError) -> Bool
  func reset()

  /// The names of the columns, for as long as the statement is kept.
  var columns: ColumnNames { get }
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) -> Int64
  func real(_ column: Int) -> Double
  /// The bytes of a text or a blob, valid until the next step.
  func bytes(_ column: Int) -> UnsafeRawBufferPointer
}
