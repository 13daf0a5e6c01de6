internal import QixKernel
internal import Synchronization

extension Database {
  /// The knowledge of the last acknowledged state.
  package enum Remembered: Sendable, Equatable {
    /// There is no file: nothing was written since this version, or it was removed.
    case nothing
    /// The file is there and says nothing that was written whole.
    case unreadable
    /// The database holds it; changes before `since` were never remembered.
    case held(change: Int64, since: Int64)
    case lost(Loss)
  }

  /// Compares the database with what was last acknowledged; nil for a copy.
  package func remembered() throws -> Remembered? {
    try withConnection { connection -> Remembered? in
      switch connection.acknowledgedAtOpening {
      case nil: return nil
      case .missing: return .nothing
      case .unreadable: return .unreadable
      case .known(let record):
        if let loss = try loss(of: record, in: connection) { return .lost(loss) }
        return .held(change: record.head.number, since: record.since)
      }
    }
  }

  /// Goes on with a database that is older than what was acknowledged, which it is no longer from then on.
  /// - Parameter body: gets what is missing, and fills in what the audit log says of it.
  /// - Returns: nil when nothing is missing.
  package func acceptLoss(_ change: Change, _ body: (Loss, inout Change) throws -> Void) throws -> Loss? {
    try locked { connection in
      guard let record = try connection.acknowledgedFile?.read().record else { return nil }
      let accepted = try commit(in: connection) { connection -> (Loss?, commits: Bool) in
        guard let loss = try loss(of: record, in: connection) else { return (nil, commits: false) }
        var change = change
        try body(loss, &change)
        try AuditLog.append(change, by: actor, at: clock.now(), in: connection)
        return (loss, commits: true)
      } announcing: { connection in
        try announce(connection.appended, over: record, in: connection)
      }
      // With what is behind a damaged page of the log, which would be found again.
      tidy(connection, logLimit: -1)
      return accepted
    }
  }

  /// Replaces everything by the content of a copy; the copy's newest change is what was acknowledged from then on.
  /// - Parameters:
  ///   - path: the copy's file, which has no writer meanwhile.
  ///   - prepare: gets the connection to this database, outside of any transaction, with no other writer.
  package func replaceContent<Result: Sendable>(
    by copy: Database, at path: String, after prepare: (any EngineConnection) throws -> Result
  ) throws -> Result {
    try locked { connection in
      let result = try prepare(connection.base)
      let head = try copy.read { try AuditLog.head(in: $0) }
      let record = try connection.acknowledgedFile?.read().record
      let announced = try record.flatMap { try announce(head, over: $0, in: connection) }
      try connection.base.replaceContent(
        from: path, marking: max(record?.mark ?? 0, connection.base.fileMark) &+ 1)
      connection.appended = head
      settle(connection, after: announced, logLimit: -1)
      return result
    }
  }

  /// Records the state about to be acknowledged in place of the present one: after a kill one or the other is found.
  private func announce(
    _ head: AuditLog.Head?, over record: Acknowledged, in connection: Connection
  ) throws -> Acknowledged? {
    var record = record
    record.announced = head
    // The file may be of any age, since its content is replaced or taken as it is.
    record.mark = min(record.mark, connection.base.fileMark)
    return try connection.acknowledgedFile?.write(record, durably: true)
  }

  /// Returns the last acknowledged state, of any process. Call it with the write lock held, in a transaction.
  /// - Returns: nil where nothing is remembered.
  /// - Throws: `StorageError.lost`
  func acknowledged(in connection: Connection) throws -> Acknowledged? {
    guard let record = try connection.acknowledgedFile?.read().record else { return nil }
    if memory == .demanded, let loss = try loss(of: record, in: connection) { throw StorageError.lost(loss) }
    return record
  }

  /// Checks it for a connection that has just been opened, in a transaction that only reads.
  func requireAcknowledged(in connection: Connection) throws {
    guard let record = connection.acknowledgedAtOpening?.record, try loss(of: record, in: connection) != nil else {
      return
    }
    // A restore may have come between reading the file and opening the database: then both are newer now.
    let now = try connection.acknowledgedFile?.read().record
    try connection.run("ROLLBACK")
    try connection.run("BEGIN")
    if let loss = try loss(of: now ?? record, in: connection) { throw StorageError.lost(loss) }
  }

  /// Makes sure that no database was here before, of which the home remembers what it held.
  func requireNothingRemembered() throws {
    guard let head = try AcknowledgedFile(path: home.acknowledged, .readOnly).read().record?.head else { return }
    let memory = home.acknowledged
    throw Failure(
      "storage.former-database", .damaged,
      "the database is missing: \(memory) remembers change \(head.number), acknowledged at \(head.at)",
      hint: "Put qix.db back, or restore a backup with `qix db restore FILE`. To start over, remove \(memory) first.")
  }

  private func loss(of record: Acknowledged, in connection: Connection) throws -> Loss? {
    var kind: Loss.Kind?
    let holds = try AuditLog.holds(record.head, in: connection)
    if holds != true, try record.announced.flatMap({ try AuditLog.holds($0, in: connection) }) != true {
      kind = holds == nil ? .older : .different
    } else if let mark = connection.acknowledgedAtOpening?.record?.mark, connection.base.fileMark < mark {
      // Both as they were when the connection was opened: others mark the file as time goes on.
      kind = .olderFile
    }
    guard let kind else { return nil }
    let found = try AuditLog.head(in: connection)
    return Loss(
      kind: kind, acknowledged: record.head.number, acknowledgedAt: record.head.at, found: found?.number ?? 0,
      foundAt: found?.at)
  }

  /// Remembers what was committed, and moves a long log into the database file. What was committed is durable already, so
  /// a fault here must not make the caller believe that nothing happened; one of the disk is noted, and the next use of
  /// the connection reports it.
  func settle(_ connection: Connection, after known: Acknowledged?, logLimit: Int) {
    noting(connection) { () throws(StorageError) in
      var record = known
      if let head = connection.appended, let file = connection.acknowledgedFile {
        record = try file.write((known ?? Acknowledged(head: head, mark: connection.base.fileMark)).following(head))
      }
      try tidy(connection, logLimit: logLimit, record)
    }
  }

  /// A log with more bytes than this is moved into the database file after a commit. Each process that finds no other
  /// one has to read the log when it starts.
  static let logLimit = 1 << 20
  /// The same where the process stays: pages that change again and again are written once for many commits, and the log
  /// is read by the next process alone where this one was killed.
  static let logLimitOfServers = 8 << 20

  /// Lets the log grow, for a process that stays.
  func letLogGrow() { shared.logLimit.withLock { $0 = Self.logLimitOfServers } }

  /// Leaves a log that the next process reads quickly.
  func endLogGrowth() {
    shared.logLimit.withLock { $0 = Self.logLimit }
    // Who can't have the lock now leaves it to the next writer.
    try? locked { tidy($0, logLimit: Self.logLimit) }
  }

  /// Moves a long log into the database file, and marks that.
  func tidy(_ connection: Connection, logLimit: Int) {
    noting(connection) { () throws(StorageError) in
      try tidy(connection, logLimit: logLimit, try connection.acknowledgedFile?.read().record)
    }
  }

  private func tidy(_ connection: Connection, logLimit: Int, _ record: Acknowledged?) throws(StorageError) {
    guard var record else {
      _ = try connection.base.checkpoint(ifLogExceeds: logLimit, marking: nil)
      return
    }
    let mark = record.mark &+ 1
    guard try connection.base.checkpoint(ifLogExceeds: logLimit, marking: mark) else { return }
    record.mark = mark
    _ = try connection.acknowledgedFile?.write(record)
  }

  private func noting(_ connection: Connection, _ body: () throws(StorageError) -> Void) {
    do throws(StorageError) { try body() } catch {
      if case .inputOutput = error { connection.fault = error }
    }
  }
}
