package import QixKernel
internal import Synchronization

/// The database of a home folder.
///
/// Reads and writes are synchronous: a transaction is never suspended. Writes of all processes follow one another under
/// `WriteLock`; reads see the last committed state and never wait.
package final class Database: Sendable {
  let engine: any Engine
  let home: HomeFolder
  let clock: any Clock
  let access: Access
  /// The expected schema; nil for the commands that look after the schema itself.
  private let migrator: Migrator?
  let memory: Memory
  /// Whether pages without checksums are read all the same.
  private let takesUnsummed: Bool
  let shared: Shared
  /// Commits the writes of many callers together; nil where each is a transaction of its own.
  private let group: WriteGroup?
  /// Is run in each transaction that changes something, before it is committed.
  private let companion: (@Sendable (Connection) throws -> Void)?
  /// Is run in each transaction that changes something, before anything else; what it throws refuses the change.
  private let standing: (@Sendable (Connection) throws -> Void)?
  /// The principal's name in the audit log: a token's, or the local user.
  package let actor: String

  /// Seconds to wait for another writer before giving up with exit code 75.
  private let patience: Int
  /// The relation to the last acknowledged state.
  package enum Memory: Sendable {
    /// It must hold that, and remembers what is committed.
    case demanded
    /// It may be older, for the commands that say so or mend it.
    case known
    /// It is a copy, for which nothing was acknowledged.
    case none
  }

  /// The checks made since the connection was opened.
  fileprivate struct Looked {
    var isCurrent = false
    var isAcknowledged = false
  }

  /// The connection, opened at first use; `poisoned` after a failed sync, when the handle must not be used again.
  fileprivate enum Slot {
    case closed
    case open(Connection, Looked)
    case poisoned(StorageError)
  }

  /// The connection, which the same database under another actor's name shares.
  final class Shared: Sendable {
    fileprivate let connection = Mutex(Slot.closed)
    /// The connection in the transaction of `holding`. Only the thread that holds it uses the database meanwhile.
    nonisolated(unsafe) var held: Connection?
    /// Takes along what others write.
    let carrier = Mutex<(any Carrier)?>(nil)
    let logLimit = Mutex(Database.logLimit)
    let followers: @Sendable () -> [EventFollower]

    init(followers: @escaping @Sendable () -> [EventFollower] = { [] }) { self.followers = followers }
  }

  /// What takes along others' writes in its transactions, where something does; nil is for the end of it.
  var carrier: (any Carrier)? {
    get { shared.carrier.withLock { $0 } }
    set { shared.carrier.withLock { $0 = newValue } }
  }

  /// - Parameters:
  ///   - migrator: checks the schema when the database is first used; nil for no check.
  ///   - memory: `.none` where the engine opens another file than the home's database.
  ///   - patience: seconds to wait for another writer.
  ///   - followers: tell what follows from events; asked when somebody reads any.
  package convenience init(
    home: HomeFolder, engine: any Engine, clock: any Clock, access: Access = .readWrite, actor: String,
    migrator: Migrator?, memory: Memory = .demanded, patience: Int = 30,
    followers: @escaping @Sendable () -> [EventFollower] = { [] }
  ) {
    self.init(
      Shared(followers: followers), home: home, engine: engine, clock: clock, access: access, actor: actor,
      migrator: migrator,
      memory: memory, takesUnsummed: false, patience: patience)
  }

  private init(
    _ shared: Shared, home: HomeFolder, engine: any Engine, clock: any Clock, access: Access, actor: String,
    migrator: Migrator?, memory: Memory, takesUnsummed: Bool, patience: Int, group: WriteGroup? = nil,
    companion: (@Sendable (Connection) throws -> Void)? = nil, standing: (@Sendable (Connection) throws -> Void)? = nil
  ) {
    self.companion = companion
    self.standing = standing
    self.shared = shared
    self.group = group
    self.home = home
    self.patience = patience
    self.migrator = migrator
    self.memory = memory
    self.takesUnsummed = takesUnsummed
    self.engine = engine
    self.clock = clock
    self.access = access
    self.actor = actor
  }

  /// The path, for messages.
  package var location: String { home.database }

  /// Runs `body` on one consistent state of the data.
  package func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    if let held = shared.held { return try body(held) }
    return try withConnection { connection in
      try connection.run("BEGIN")
      connection.transaction = TransactionMark()
      // A read has nothing to lose; ROLLBACK also ends it when `body` threw.
      defer { try? connection.run("ROLLBACK") }
      return try body(connection)
    }
  }

  /// Runs `body`, in which all that is read by this database is of one and the same state.
  /// - Precondition: no other thread uses the connection.
  package func holding<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
    try read { connection in
      shared.held = connection
      defer { shared.held = nil }
      return try body()
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
    try transaction { try record(change, isDryRun: isDryRun, in: $0, body) }
  }

  /// Runs `body` in a transaction that has begun, and writes the audit entry.
  /// - Returns: also whether there is something to commit.
  func record<Result: Sendable>(
    _ change: Change, isDryRun: Bool = false, in connection: Connection,
    _ body: (Connection, inout Change) throws -> Result
  ) throws -> (Result, commits: Bool) {
    try standing?(connection)
    var change = change
    let before = connection.base.totalChanges
    let result = try body(connection, &change)
    try connection.requireTransaction()
    guard connection.base.totalChanges != before, !isDryRun else { return (result, false) }
    try companion?(connection)
    try connection.keepEvents()
    try AuditLog.append(change, by: actor, at: clock.now(), in: connection)
    return (result, true)
  }

  /// A write transaction whose body says itself whether there is something to commit, and writes its own audit entry.
  func transaction<Result: Sendable>(_ body: (Connection) throws -> (Result, commits: Bool)) throws -> Result {
    if let group {
      guard access == .readWrite else { throw StorageError.readOnly }
      return try group.transaction(body)
    }
    return try locked { try commit(in: $0, body) }
  }

  /// - Parameter announcing: is called before something is committed; what it returns was acknowledged by then.
  func commit<Result>(
    in connection: Connection, _ body: (Connection) throws -> (Result, commits: Bool),
    announcing: (Connection) throws -> Acknowledged? = { _ in nil }
  ) throws -> Result {
    try connection.run("BEGIN IMMEDIATE")
    connection.transaction = TransactionMark()
    connection.appended = nil
    connection.isWriting = true
    defer {
      connection.isWriting = false
      connection.onCommit = []
      connection.told = []
      connection.heardAlready = nil
      connection.facts = FactChanges()
    }
    do {
      var known = try acknowledged(in: connection)
      let (result, commits) = try body(connection)
      try connection.requireTransaction()
      precondition(!commits || connection.facts.sums.isEmpty, "a name was bound without an entry in the audit log")
      if commits, let announced = try announcing(connection) { known = announced }
      try connection.run(commits ? "COMMIT" : "ROLLBACK")
      if commits {
        for body in connection.onCommit { body() }
        settle(connection, after: known, logLimit: shared.logLimit.withLock { $0 })
      }
      return result
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// Writes bookkeeping that changes nothing the installation holds, such as a time of last use: without an entry in
  /// the audit log. What is told in it is kept.
  /// - Parameter waits: whether to wait for other writers; else it is written only where there are none.
  /// - Returns: whether it was written.
  package func bookkeep(waits: Bool = false, _ body: (Connection) throws -> Void) throws -> Bool {
    guard access == .readWrite else { return false }
    func keeping(_ connection: Connection) throws {
      try body(connection)
      try connection.keepEvents()
    }
    if let group {
      try group.transaction { connection in (try keeping(connection), commits: true) }
      return true
    }
    return try withConnection { connection in
      var lock = try WriteLock(path: home.lock)
      if waits {
        try lock.acquire(patience: patience)
      } else {
        guard try lock.acquireAtOnce() else { return false }
      }
      defer { lock.release() }
      try commit(in: connection) { connection in (try keeping(connection), commits: true) }
      return true
    }
  }

  /// Runs `body` on a connection outside any transaction, with no other writer, to replace or copy everything.
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

  /// Runs `body` with no writer and without opening the database, to handle its files.
  /// - Parameter patience: seconds to wait for writers; nil for the usual.
  package func withoutWriters<Result>(patience: Int? = nil, _ body: () throws -> Result) throws -> Result {
    var lock = try WriteLock(path: home.lock)
    try lock.acquire(patience: patience ?? self.patience)
    defer { lock.release() }
    return try body()
  }

  /// Whether there is no writer at this moment.
  /// - Throws: `StorageError.file` when the lock file can't be used.
  package func isLockFree() throws -> Bool {
    var lock = try WriteLock(path: home.lock)
    defer { lock.release() }
    return try lock.acquireAtOnce()
  }

  func locked<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    guard access == .readWrite else { throw StorageError.readOnly }
    return try withConnection { connection in try withoutWriters { try body(connection) } }
  }

  /// Another connection to the same data for reading, for work that runs side by side.
  package func reader() -> Database { another(access: .readOnly) }

  /// Returns the database whatever state its schema is in, for the commands that maintain it.
  package func ignoringSchema() -> Database { another() }

  /// Returns the database whatever its schema is, even where it is older than what was acknowledged, for the commands
  /// that report or mend it.
  /// - Parameter takesUnsummed: whether it reads pages without checksums all the same.
  package func ignoringLoss(takingUnsummed takesUnsummed: Bool = false) -> Database {
    another(memory: memory == .none ? memory : .known, takesUnsummed: takesUnsummed)
  }

  private func another(access: Access? = nil, memory: Memory? = nil, takesUnsummed: Bool = false) -> Database {
    Database(
      Shared(), home: home, engine: engine, clock: clock, access: access ?? self.access, actor: actor, migrator: nil,
      memory: memory ?? self.memory, takesUnsummed: takesUnsummed || self.takesUnsummed, patience: patience)
  }

  /// Returns the database over the same connection, with another name in the audit log.
  /// - Parameter standing: says in each transaction that changes something, before anything else, whether they still may:
  ///   a right that ends while a long command runs ends with the commit before.
  package func acting(as actor: String, while standing: (@Sendable (Connection) throws -> Void)? = nil) -> Database {
    sharing(actor, migrator, standing: standing)
  }

  /// Returns the database over the same connection, without the schema check: for what must be known about the actor
  /// before anything else.
  package func beforeSchemaCheck() -> Database { sharing(actor, nil, standing: standing) }

  /// Returns the database over the same connection, where something more is done in each transaction that changes
  /// something.
  package func alongside(_ companion: @escaping @Sendable (Connection) throws -> Void) -> Database {
    sharing(actor, migrator, companion, standing: standing)
  }

  private func sharing(
    _ actor: String, _ migrator: Migrator?, _ companion: (@Sendable (Connection) throws -> Void)? = nil,
    standing: (@Sendable (Connection) throws -> Void)?
  ) -> Database {
    Database(
      shared, home: home, engine: engine, clock: clock, access: access, actor: actor, migrator: migrator,
      memory: memory, takesUnsummed: takesUnsummed, patience: patience, group: group,
      companion: companion ?? self.companion, standing: standing)
  }

  /// Another connection to the same data, for one of many threads: it reads by itself, and what it writes is committed
  /// together with what others do.
  package func member(of group: WriteGroup) -> Database {
    Database(
      Shared(), home: home, engine: engine, clock: clock, access: access, actor: actor, migrator: nil, memory: .known,
      takesUnsummed: takesUnsummed, patience: patience, group: group)
  }

  func withConnection<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try shared.connection.withLock { slot in
      let connection: Connection
      var looked = Looked()
      switch slot {
      case .open(let open, let before): (connection, looked) = (open, before)
      case .poisoned(let error): throw error
      case .closed:
        let file = memory == .none ? nil : AcknowledgedFile(path: home.acknowledged, access)
        let known = try file?.read()
        connection = Connection(try engine.connect(access, takingUnsummed: takesUnsummed), clock)
        connection.makeFollowers = shared.followers
        connection.acknowledgedFile = file
        connection.acknowledgedAtOpening = known
      }
      try look(&looked, at: connection)
      slot = .open(connection, looked)
      do {
        let result = try body(connection)
        recordWhatWasTried(on: connection)
        slot = Self.slot(connection, looked, connection.fault)
        return result
      } catch {
        recordWhatWasTried(on: connection)
        slot = Self.slot(connection, looked, connection.fault ?? error as? StorageError)
        throw error
      }
    }
  }

  /// Looks at a connection before its first use: the schema, and whether it is older than what was acknowledged.
  private func look(_ looked: inout Looked, at connection: Connection) throws {
    let looksAtSchema = migrator != nil && !looked.isCurrent
    let looksBack = memory == .demanded && !looked.isAcknowledged
    guard looksAtSchema || looksBack else { return }
    // In one transaction, which takes locks of the system once.
    try connection.run("BEGIN")
    defer { try? connection.run("ROLLBACK") }
    if looksAtSchema, let migrator { try migrator.requireCurrent(in: connection) }
    if looksBack { try requireAcknowledged(in: connection) }
    looked.isCurrent = looked.isCurrent || looksAtSchema
    looked.isAcknowledged = looked.isAcknowledged || looksBack
  }

  /// Entries of the audit log about what was refused. It was refused whether or not they can be written.
  private func recordWhatWasTried(on connection: Connection) {
    let changes = connection.afterwards
    connection.afterwards = []
    guard !changes.isEmpty, access == .readWrite, connection.fault == nil else { return }
    try? withoutWriters {
      try commit(in: connection) { connection in
        for change in changes { try AuditLog.append(change, by: actor, at: clock.now(), in: connection) }
        return ((), commits: true)
      }
    }
  }

  /// Returns what becomes of a connection after a fault.
  private static func slot(_ connection: Connection, _ looked: Looked, _ fault: StorageError?) -> Slot {
    connection.fault = nil
    // After a failed write or sync it is unknown what the kernel has kept (LWN 752063): never use it again.
    if case .inputOutput(let what) = fault { return .poisoned(.inputOutput(what)) }
    return .open(connection, looked)
  }
}
