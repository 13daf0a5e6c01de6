package import QixKernel

private enum HomeKey: ContextKey {
  static var defaultValue: HomeFolder { unprepared("home folder") }
}

private enum MigratorKey: ContextKey {
  static var defaultValue: Migrator { unprepared("migrator") }
}

private enum DatabaseKey: ContextKey {
  static var defaultValue: Database { unprepared("database") }
}

private enum SeatKey: ContextKey {
  static var defaultValue: @Sendable (inout Context, Database) -> Void { { _, _ in unprepared("seat") } }
}

extension Context {
  /// Puts another database into a context, under the name of its principal, and all that stands on it: for a program that
  /// answers many.
  package var seat: @Sendable (inout Context, Database) -> Void {
    get { self[SeatKey.self] }
    set { self[SeatKey.self] = newValue }
  }
}

extension ReadAudit {
  /// Entries go into the audit log of a database, under the name of its actor.
  package init(_ database: Database, _ clock: any Clock) {
    self.init { action, subject, reason in
      try database.record(Change(action, subject: subject, reason: reason), at: clock.now())
    }
  }
}

extension Context {
  /// The folder that holds everything of this installation.
  package var home: HomeFolder {
    get { self[HomeKey.self] }
    set { self[HomeKey.self] = newValue }
  }

  /// The schema of the modules in force.
  package var migrator: Migrator {
    get { self[MigratorKey.self] }
    set { self[MigratorKey.self] = newValue }
  }

  /// The database of the home folder.
  package var database: Database {
    get { self[DatabaseKey.self] }
    set { self[DatabaseKey.self] = newValue }
  }
}

extension Context {
  /// The database, to look at alone; nil where there is none, or its tables are not there yet, which other findings say.
  package func migratedReader() throws -> Database? {
    let database = database.reader()
    guard database.exists, try database.read({ try migrator.status(in: $0) }).allSatisfy({ $0.applied != nil }) else {
      return nil
    }
    return database
  }

  /// Makes a change as the command was asked to: for the reason that was given, and taken back after a dry run.
  ///
  /// Where the caller's role may only ask for it, `body` has to say that somebody was asked (`Change.isAdmitted`): a
  /// command that forgets to ask changes nothing.
  /// - Parameter subject: of the audit entry; `body` may fill it in.
  /// - Throws: what `Database.write` throws.
  package func change<Result: Sendable>(
    _ action: String, subject: String = "", _ body: (Connection, inout Change) throws -> Result
  ) throws -> Result {
    try database.write(
      Change(action, subject: subject, reason: invocation.reason), isDryRun: invocation.isDryRun
    ) { connection, change in
      let result = try body(connection, &change)
      guard invocation.approvers == nil || change.isAdmitted else {
        throw Failure(
          "access.unapproved", .notAllowed, "nothing was changed: \(principal.name) may only request this",
          hint: "This is a fault of qix; please report it.")
      }
      return result
    }
  }
}
