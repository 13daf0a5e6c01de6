internal import QixKernel

/// A session with the database, lent to the body of `Database.read` or `Database.write`.
package final class Connection {
  let base: any EngineConnection
  /// A fault that was not passed on where it occurred: it ends the transaction, and the connection where it is one of
  /// the disk.
  var fault: StorageError?
  /// Whether this is a write transaction, the lock of all processes held: outside of one nothing may be written.
  package internal(set) var isWriting = false
  /// The transaction of this moment, another one after each: what was looked up in one can't have been changed by
  /// another connection while it lasts.
  package internal(set) var transaction = TransactionMark()
  /// The last entry that this transaction has added to the audit log: what is acknowledged when it is committed.
  var appended: AuditLog.Head?
  /// The file with the state last acknowledged by any process; nil for a copy of a database, which has none.
  var acknowledgedFile: AcknowledgedFile?
  /// The content of that file before the database was opened, so that it can't be ahead of it.
  var acknowledgedAtOpening: AcknowledgedFile.Content?
  /// Entries for the audit log that outlive the transaction, whatever becomes of it.
  var afterwards: [Change] = []
  /// The facts that this transaction has bound or freed, by module, until it is in the audit log.
  var facts = FactChanges()
  /// Actions for when the present transaction is durable.
  var onCommit: [() -> Void] = []
  /// What this transaction has told so far.
  var told: [NewEvent] = []
  /// Whether anybody reads events, as far as this transaction has asked.
  var heardAlready: HeardEvents?
  /// Those that tell what follows from what is told, made when somebody reads events.
  lazy var followers = makeFollowers()
  var makeFollowers: @Sendable () -> [EventFollower] = { [] }
  let clock: any Clock
  private var cache = StatementCache()

  init(_ base: any EngineConnection, _ clock: any Clock) { (self.base, self.clock) = (base, clock) }

  /// The prepared statement for some SQL; the same SQL gives the same statement.
  package func statement(_ sql: String) throws(StorageError) -> Statement {
    if let cached = cache[sql] { return cached }
    let statement = Statement(base: try base.prepare(sql))
    cache.keep(statement, for: sql)
    return statement
  }

  // With a text that is always the same and its values apart: for the ledger's hot path, which puts no text together.
  // Everything else writes its values in place, `execute`, `fetchOne` and `fetchAll`.

  /// Runs a statement to its end.
  package func run(_ sql: String, _ values: Value...) throws(StorageError) {
    let statement = try statement(sql)
    statement.bind(values)
    try statement.run()
  }

  /// The first row, or nil.
  package func first<Result>(_ sql: String, _ values: Value..., read: (Row) throws -> Result) throws -> Result? {
    let statement = try statement(sql)
    statement.bind(values)
    return try statement.first(read)
  }

  /// Every row, in an array.
  package func rows<Result>(_ sql: String, _ values: Value..., read: (Row) throws -> Result) throws -> [Result] {
    let statement = try statement(sql)
    statement.bind(values)
    var results: [Result] = []
    try statement.forEach {
      results.append(try read($0))
      return true
    }
    return results
  }

  /// Whether there is a table of that name.
  package func hasTable(_ name: String) throws(StorageError) -> Bool { try base.hasTable(name) }

  /// Runs several statements that take no parameters.
  package func execute(script: String) throws(StorageError) { try base.execute(script: script) }

  /// A number that changes when another connection has committed a change, and only then.
  package func dataVersion() throws(StorageError) -> Int64 { try base.dataVersion() }

  /// The number of rows that the last statement changed.
  package var changes: Int { base.changes }

  /// The number of rows that this connection has inserted, updated or deleted since it was opened: the same number
  /// before and after means that nothing was written.
  package var changeCount: Int64 { base.totalChanges }

  /// Adds an entry to the audit log as soon as this transaction has ended, be it one that only reads or one that is
  /// taken back: for what was tried and refused. Where the data is opened for reading only there is no entry.
  package func recordAfterwards(_ change: Change) { afterwards.append(change) }

  /// Does something as soon as this transaction is durable, and never where it is taken back: for what others are told.
  package func whenCommitted(_ body: @escaping () -> Void) { onCommit.append(body) }

  /// Makes sure that the transaction is still open: a body may have caught the error that ended it.
  func requireTransaction() throws(StorageError) {
    if let fault { throw fault }
    guard base.isInTransaction else {
      throw .engine(code: 0, message: "an error that was passed over has ended the transaction", sql: nil)
    }
  }

  /// Runs `body` so that what it has written vanishes when it throws, while the transaction around it goes on.
  ///
  /// A full or failing disk ends that transaction too: then nothing of it is committed, and every further part is
  /// refused with the same error, also when the caller goes on to its next line.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    if let fault { throw fault }
    // Without a transaction around it a savepoint would be one itself, and its release a commit.
    precondition(base.isInTransaction, "a savepoint needs a transaction around it")
    let (before, waiting, events, head) = (facts, onCommit.count, told.count, appended)
    do {
      try run("SAVEPOINT part")
      do {
        let result = try body()
        try run("RELEASE part")
        return result
      } catch {
        if base.isInTransaction {
          facts = before
          onCommit.removeSubrange(waiting...)
          told.removeSubrange(min(events, told.count)...)
          appended = head
          try run("ROLLBACK TO part")
          try run("RELEASE part")
        }
        throw error
      }
    } catch {
      if !base.isInTransaction {
        fault = error as? StorageError ?? .engine(code: 0, message: "an error has ended the transaction", sql: nil)
      }
      throw error
    }
  }
}

/// Stands for one transaction of one connection; to be compared by identity, for as long as it is kept.
package final class TransactionMark: Sendable {}
