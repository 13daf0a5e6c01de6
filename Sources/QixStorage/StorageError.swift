package import QixKernel

/// What can go wrong between qix and its database. Sentences name files and statements, never bound values.
package enum StorageError: Diagnosable, Equatable {
  /// There is no database in the home folder.
  case noDatabase(path: String)
  /// There is one already.
  case databaseExists(path: String)
  /// Somebody else held the write lock for longer than we wait.
  case locked(path: String, seconds: Int)
  case readOnly
  /// A `CHECK`, `UNIQUE`, `REFERENCES` or trigger said no: the schema's statement of an invariant.
  case constraint(String)
  /// The disk is full.
  case diskFull
  /// The system could not write or make durable; nothing after this may be trusted to the same handle.
  case inputOutput(String)
  /// The file is not a database, or its content contradicts itself.
  case corrupt(String)
  /// A file or folder could not be used.
  case file(path: String, problem: String)
  /// The schema of the database is not the one this program knows.
  case migration(String, hint: String)
  /// Anything else the engine said; a mistake of a developer.
  case engine(code: Int, message: String, sql: String?)

  package var category: ErrorCategory {
    switch self {
    case .noDatabase: .notFound
    case .databaseExists: .conflict
    case .locked: .busy
    case .readOnly: .notAllowed
    case .corrupt, .migration: .damaged
    case .constraint, .diskFull, .inputOutput, .file, .engine: .failed
    }
  }

  package var code: String {
    switch self {
    case .noDatabase: "storage.no-database"
    case .databaseExists: "storage.database-exists"
    case .locked: "storage.locked"
    case .readOnly: "storage.read-only"
    case .constraint: "storage.constraint"
    case .diskFull: "storage.disk-full"
    case .inputOutput: "storage.input-output"
    case .corrupt: "storage.corrupt"
    case .file: "storage.file"
    case .migration: "storage.migration"
    case .engine: "storage.engine"
    }
  }

  package var description: String {
    switch self {
    case .noDatabase(let path): "there is no qix database at \(path)"
    case .databaseExists(let path): "there is a qix database at \(path) already"
    case .locked(let path, let seconds): "another qix has been writing for more than \(seconds) s (lock file \(path))"
    case .readOnly: "the database was opened for reading only, so nothing was changed"
    case .constraint(let what): "the database refused the change: \(what)"
    case .diskFull: "the disk is full: nothing was changed"
    case .inputOutput(let what): "the disk failed (\(what)): what was under way was not acknowledged"
    case .corrupt(let what): "the database is damaged: \(what)"
    case .file(let path, let problem): "\(path): \(problem)"
    case .migration(let what, _): what
    case .engine(let code, let message, let sql):
      "the database answered: \(message) (\(code))\(sql.map { " to: \($0)" } ?? "")"
    }
  }

  package var hint: String? {
    switch self {
    case .noDatabase: "Make one with `qix init`, or name its folder with --home or QIX_HOME."
    case .databaseExists: "Nothing to do; see it with `qix db status`."
    case .locked: "Try again when it has finished."
    case .readOnly: "Leave out --read-only."
    case .diskFull: "Make room and run the same command again."
    case .inputOutput: "Check the disk (dmesg), then `qix db check`, then run the same command again with its key."
    case .corrupt: "Run `qix db check`, and restore the last good backup with `qix db restore FILE`."
    case .migration(_, let hint): hint
    case .constraint, .engine: "This is a fault in qix or a damaged database: run `qix db check` and report it."
    case .file: nil
    }
  }
}
