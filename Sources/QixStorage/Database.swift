package import QixKernel
internal import Synchronization

/// The database of a home folder.
///
/// Reads and writes are synchronous: a transaction is never suspended. Writes of all processes follow one another
/// under `WriteLock`; reads see the last committed state and wait for nobody.
package final class Database: Sendable {
  let engine: any Engine
  private let home: HomeFolder
  private let clock: any Clock
  private let access: Access
  /// What the schema must be; nil for the commands that look after the schema itself.
  private let migrator: Migrator?
  private let shared: Shared
  /// Who is acting, for the audit log: a token's name, or the local user.
  package let actor: String

  /// Seconds to wait for another writer before giving up with exit code 75.
  private let patience: Int
  /// A log longer than this is moved into the database file after a commit. Each process that finds no other one has to
  /// read the log when it starts.
  static let logLimit = 1 << 20

  /// The connection, opened at first use; `poisoned` after a failed sync, when the handle must not be used again.
  private enum Slot {
    case closed
    case open(Connection, isCurrent: Bool)
    case poisoned(StorageError)
  }

  /// The connection, which the same database under another actor's name shares.
  private final class Shared: Sendable {
    let connection = Mutex(Slot.closed)
  }

  /// - Parameters:
  ///   - migrator: checks the schema when the database is first used; nil for no check.
  ///   - patience: seconds to wait for another writer.
  package convenience init(
    home: HomeFolder, engine: any Engine, clock: any Clock, access: Access = .readWrite, actor: String,
    migrator: Migrator?, patience: Int = 30
  ) {
    self.init(
      Shared(), home: home, engine: engine, clock: clock, access: access, actor: actor, migrator: migrator,
      patience: patience)
  }

  private init(
    _ shared: Shared, home: HomeFolder, engine: any Engine, clock: any Clock, access: Access, actor: String,
    migrator: Migrator?, patience: Int
  ) {
    self.shared = shared
    self.home = home
    self.patience = patience
    self.migrator = migrator
    self.engine = engine
    self.clock = clock
    self.access = access
    self.actor = actor
  }

  /// Where it is, for messages.
  package var location: String { home.database }

  /// Runs `body` on one consistent state of the data.
  package func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try withConnection { connection in
      try connection.run("BEGIN")
      connection.transaction = TransactionMark()
      // A read has nothing to lose; ROLLBACK also ends it when `body` threw.
      defer { try? connection.run("ROLLBACK") }
      return try body(connection)
    }
  }

  /// Runs `body` in a write transaction and makes it durable, or leaves no trace of it.
  ///
  /// The audit entry is part of the same transaction. A body that changed nothing is rolled back: no entry, no sync.
  /// A body that goes on after an error must have met it in a `savepoint`.
  /// - Parameters:
  ///   - change: what this is about; `body` may fill in its subject.
  ///   - isDryRun: does everything and then takes it back.
  package func write<Result: Sendable>(
    _ change: Change, isDryRun: Bool = false, _ body: (Connection, inout Change) throws -> Result
  ) throws -> Result {
    try transaction { connection in
      var change = change
      let before = connection.base.totalChanges
      let result = try body(connection, &change)
      try connection.requireTransaction()
      guard connection.base.totalChanges != before, !isDryRun else { return (result, false) }
      try AuditLog.append(change, by: actor, at: clock.now(), in: connection)
      return (result, true)
    }
  }

  /// A write transaction whose body says itself whether there is something to commit, and writes its own audit entry.
  func transaction<Result: Sendable>(_ body: (Connection) throws -> (Result, commits: Bool)) throws -> Result {
    try locked { try commit(in: $0, body) }
  }

  private func commit<Result>(
    in connection: Connection, _ body: (Connection) throws -> (Result, commits: Bool)
  ) throws -> Result {
    try connection.run("BEGIN IMMEDIATE")
    connection.transaction = TransactionMark()
    connection.isWriting = true
    defer {
      connection.isWriting = false
      connection.onCommit = []
      connection.facts = FactChanges()
    }
    do {
      let (result, commits) = try body(connection)
      try connection.requireTransaction()
      precondition(!commits || connection.facts.sums.isEmpty, "a name was bound without an entry in the audit log")
      try connection.run(commits ? "COMMIT" : "ROLLBACK")
      if commits {
        for body in connection.onCommit { body() }
        tidy(connection, logLimit: Self.logLimit)
      }
      return result
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// Writes down what is no change to what the installation holds, such as when something was last used: without an
  /// entry in the audit log.
  /// - Parameter waits: whether to wait for other writers; else it is written only where there are none.
  /// - Returns: whether it was written.
  package func bookkeep(waits: Bool = false, _ body: (Connection) throws -> Void) throws -> Bool {
    guard access == .readWrite else { return false }
    return try withConnection { connection in
      let lock = try WriteLock(path: home.lock)
      if waits {
        try lock.acquire(patience: patience)
      } else {
        guard try lock.acquireAtOnce() else { return false }
      }
      defer { lock.release() }
      try commit(in: connection) { connection in (try body(connection), commits: true) }
      return true
    }
  }

  /// Moves a long log into the database file. What was committed is durable already, so a fault here must not make
  /// the caller believe that nothing happened; it is noted, and the next use of the connection reports it.
  private func tidy(_ connection: Connection, logLimit: Int) {
    do throws(StorageError) {
      try connection.base.checkpoint(ifLogExceeds: logLimit)
    } catch {
      if case .inputOutput = error { connection.fault = error }
    }
  }

  /// Runs `body` on a connection outside any transaction, with nobody else writing, for what replaces or copies all.
  package func exclusively<Result: Sendable>(_ body: (any EngineConnection) throws -> Result) throws -> Result {
    try locked { connection in
      let result = try body(connection.base)
      // The log may now be as long as the database, and the engine counts only what statements write.
      tidy(connection, logLimit: -1)
      return result
    }
  }

  /// Runs `body` on a connection outside any transaction, for what only reads and keeps no writer waiting.
  func inspect<Result: Sendable>(_ body: (any EngineConnection) throws -> Result) throws -> Result {
    try withConnection { try body($0.base) }
  }

  /// Runs `body` with nobody writing and without opening the database, for what handles its files.
  package func withoutWriters<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try WriteLock(path: home.lock)
    try lock.acquire(patience: patience)
    defer { lock.release() }
    return try body()
  }

  /// Whether nobody is writing at this moment.
  /// - Throws: `StorageError.file` when the lock file can't be used.
  package func isLockFree() throws -> Bool {
    let lock = try WriteLock(path: home.lock)
    defer { lock.release() }
    return try lock.acquireAtOnce()
  }

  private func locked<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    guard access == .readWrite else { throw StorageError.readOnly }
    return try withConnection { connection in try withoutWriters { try body(connection) } }
  }

  /// Another connection to the same data for reading, for work that runs side by side.
  package func reader() -> Database {
    Database(
      home: home, engine: engine, clock: clock, access: .readOnly, actor: actor, migrator: nil, patience: patience)
  }

  /// The same database whatever state its schema is in, for the commands that look after it.
  package func ignoringSchema() -> Database {
    Database(home: home, engine: engine, clock: clock, access: access, actor: actor, migrator: nil, patience: patience)
  }

  /// The same database, over the same connection, with another name in the audit log.
  package func acting(as actor: String) -> Database { sharing(actor, migrator) }

  /// The same database, over the same connection, before anybody has looked at the schema: for what must be known
  /// about the actor before anything else.
  package func beforeSchemaCheck() -> Database { sharing(actor, nil) }

  private func sharing(_ actor: String, _ migrator: Migrator?) -> Database {
    Database(
      shared, home: home, engine: engine, clock: clock, access: access, actor: actor, migrator: migrator,
      patience: patience)
  }

  /// Whether there is a database.
  package var exists: Bool { engine.exists }

  /// Makes an empty one, with the folder around it.
  package func create() throws {
    guard access == .readWrite else { throw StorageError.readOnly }
    try home.create()
    try withoutWriters { try engine.create() }
  }

  /// Spends so much memory on caching pages.
  package func setCache(bytes: Int) throws {
    try withConnection { try $0.base.setCache(bytes: bytes) }
  }

  private func withConnection<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try shared.connection.withLock { slot in
      let connection: Connection
      var isCurrent = false
      switch slot {
      case .open(let open, let checked): (connection, isCurrent) = (open, checked)
      case .poisoned(let error): throw error
      case .closed: connection = Connection(try engine.connect(access))
      }
      if let migrator, !isCurrent {
        try migrator.requireCurrent(in: connection)
        isCurrent = true
      }
      slot = .open(connection, isCurrent: isCurrent)
      do {
        let result = try body(connection)
        recordWhatWasTried(on: connection)
        slot = Self.slot(connection, isCurrent, connection.fault)
        return result
      } catch {
        recordWhatWasTried(on: connection)
        slot = Self.slot(connection, isCurrent, connection.fault ?? error as? StorageError)
        throw error
      }
    }
  }

  /// Entries of the audit log about what was refused. It was refused whether or not they can be written.
  private func recordWhatWasTried(on connection: Connection) {
    let changes = connection.afterwards
    connection.afterwards = []
    guard !changes.isEmpty, access == .readWrite, connection.fault == nil else { return }
    try? withoutWriters {
      try connection.run("BEGIN IMMEDIATE")
      do {
        for change in changes { try AuditLog.append(change, by: actor, at: clock.now(), in: connection) }
        try connection.run("COMMIT")
      } catch {
        try? connection.run("ROLLBACK")
        throw error
      }
    }
  }

  /// What becomes of a connection after a fault.
  private static func slot(_ connection: Connection, _ isCurrent: Bool, _ fault: StorageError?) -> Slot {
    connection.fault = nil
    // After a failed write or sync nobody knows what the kernel has kept (LWN 752063): never use it again.
    if case .inputOutput(let what) = fault { return .poisoned(.inputOutput(what)) }
    return .open(connection, isCurrent: isCurrent)
  }
}
