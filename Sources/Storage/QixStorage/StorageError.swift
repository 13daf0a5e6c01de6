package import QixKernel

/// An error between qix and its database. Sentences name files and statements, never bound values.
package enum StorageError: Failing, Equatable {
  /// There is no database in the home folder.
  case noDatabase(path: String)
  /// There is one already.
  case databaseExists(path: String)
  /// Another process held the write lock for longer than we wait.
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
  /// It is whole, and older than what was acknowledged.
  case lost(Loss)
  /// Another SQLite has written pages, which then have no checksums.
  case unsummed(path: String)
  /// A file or folder could not be used.
  case file(path: String, problem: String)
  /// There is a file where one was to be made.
  case fileExists(path: String)
  /// The schema of the database is not the one this program knows.
  case migration(String, hint: Sentence)
  /// It was asked to stop while it ran.
  case interrupted
  /// Anything else the engine said; a mistake of a developer.
  case engine(code: Int, message: String, sql: String?)

  package var retryAfter: Int64? { self == .diskFull ? 30 : nil }

  package var failure: Failure {
    switch self {
    case .noDatabase(let path):
      Failure(
        "storage.no-database", .notFound, "there is no qix database at \(path)",
        hint: "Make one with `qix init`, or name its folder with --home or QIX_HOME.")
    case .databaseExists(let path):
      Failure(
        "storage.database-exists", .conflict, "there is already a qix database at \(path)",
        hint: "See it with `qix db status`. To finish an interrupted init, run `qix db migrate`.")
    case .locked(let path, let seconds):
      Failure(
        "storage.locked", .busy, "another process has been writing for more than \(seconds) s: \(path) is locked",
        hint: "Run the same command again when that process has finished.")
    case .readOnly:
      Failure(
        "storage.read-only", .notAllowed, "the database can only be read here, so nothing was changed",
        hint:
          "Leave out --read-only (or `read-only` in the config file), or make the files of the data folder writable.")
    case .constraint(let what):
      Failure(
        "storage.constraint", .failed, "the database refused the change: \(what)",
        hint: "Either qix has a bug or the database is damaged. Run `qix db check`, and report both messages.")
    case .diskFull:
      Failure(
        "storage.disk-full", .failed, "the disk is full, so the change was not made",
        hint: "Ask the operator to free disk space. Then do the same again.",
        forUser: "this is not possible right now; try again later")
    case .inputOutput(let what):
      Failure(
        "storage.input-output", .failed,
        "the disk failed (\(what)); the current change was not acknowledged, and may or may not be kept",
        hint: """
          Check the disk (`dmesg`) and the data (`qix db check`). Then run the same command again. With the same \
          idempotency key or file, nothing is done twice.
          """)
    case .corrupt(let what):
      Failure(
        "storage.corrupt", .damaged, "the database is damaged: \(what)",
        hint: "Run `qix db check`, and restore the last good backup with `qix db restore FILE`.")
    case .lost(let loss):
      Failure(
        "storage.lost", .damaged, "\(loss.description)",
        hint: """
          Put missing files such as qix.db-wal back, or restore the last good backup with `qix db restore FILE`. To \
          continue without the missing changes, run `qix db accept-loss --reason TEXT`.
          """)
    case .unsummed(let path):
      Failure(
        "storage.unsummed", .damaged,
        "another SQLite wrote pages of \(path) without checksums, so qix can't verify them",
        hint: """
          Run `qix db checksum`: it checks everything, and adds the checksums if there is no other fault. In other \
          programs, open the file with `mode=ro`.
          """)
    case .file(let path, let problem):
      Failure("storage.file", .failed, "\(path): \(problem)")
    case .fileExists(let path):
      Failure(
        "storage.file-exists", .conflict, "there is already a file at \(path)",
        hint: "Name another file, or use --force if the command has it.")
    case .migration(let what, let hint):
      Failure("storage.migration", .damaged, "\(what)", hint: hint)
    case .interrupted:
      Failure("interrupted", .interrupted, "interrupted")
    case .engine(let code, let message, let sql):
      Failure(
        "storage.engine", .failed,
        "the database reported error \(code), \(message)\(sql.map { ", at the statement: \($0)" } ?? "")",
        hint: "Either qix has a bug or the database is damaged. Run `qix db check`, and report both messages.")
    }
  }
}
