internal import Glibc
internal import QixModule

/// A backup that wants to take the place of the database: copied into a folder of its own inside the home, brought
/// to this program's schema there, and checked there as thoroughly as the database itself.
struct Candidate {
  let database: Database
  let path: String
  /// The migrations that were pending in the backup.
  let migrations: [Migrator.Status]
  let findings: [Finding]

  /// The beginning of the folders' names of restores; the number of the process follows.
  static let folderPrefix = "restoring-"

  /// Prepares a backup, lends it, and takes the copy away.
  /// - Throws: `UpkeepError.unsound` when the backup is not whole, what reading it throws, and what `body` throws.
  static func with<Result>(_ file: File, in context: Context, _ body: (Candidate) throws -> Result) throws -> Result {
    let home = HomeFolder(path: "\(context.home.path)/\(folderPrefix)\(getpid())")
    removeAll(home)
    try home.create()
    defer { removeAll(home) }
    return try body(candidate(file, in: home, context))
  }

  private static func candidate(_ file: File, in home: HomeFolder, _ context: Context) throws -> Candidate {
    do {
      return try Candidate(file, in: home, context)
    } catch let error as StorageError {
      guard case .unsummed = error else { throw error }
      // Of the file that was named, and no command gives one its checksums.
      let fault = StorageError.unsummed(path: file.path).description
      throw UpkeepError.unsound(
        what: "the backup", faults: [fault],
        remedy: "Nothing was changed. Use a backup that only qix has written.")
    }
  }

  private init(_ file: File, in home: HomeFolder, _ context: Context) throws {
    guard file.isDatabase else {
      throw Failure(
        "upkeep.no-backup", .damaged, "\(file.path) is no database, so it can be no backup of one",
        hint: "Nothing was changed. Name a file that `qix db backup` has written; an export of the vault is read by "
          + "`qix vault import`.")
    }
    let original = Database(
      home: home, engine: SQLiteEngine(path: file.path), clock: context.clock, access: .readOnly, actor: "restore",
      migrator: nil, memory: .none)
    do {
      try original.backUp(to: home.database) { _, _ in try context.terminal.interruption.check() }
    } catch StorageError.corrupt(let what) {
      // It is the file that was named, not the database of this home.
      throw UpkeepError.unsound(what: "the backup", faults: ["\(file.path): \(what)"])
    }
    path = home.database
    database = Database(
      home: home, engine: SQLiteEngine(path: path), clock: context.clock, actor: context.database.actor,
      migrator: nil, memory: .none)
    // Structure first: migrating a damaged copy could hide what is wrong with it.
    let faults = try database.integrityFaults() + database.referenceFaults()
    guard faults.isEmpty else { throw UpkeepError.unsound(what: "the backup", faults: faults) }
    guard try database.read({ try context.migrator.status(in: $0) }).contains(where: { $0.applied != nil }) else {
      throw UpkeepError.unsound(what: "the backup", faults: ["it is a database, but not one of qix"])
    }
    migrations = try context.migrator.migrate(database, clock: context.clock, reason: "restore")
    findings = try DataCheck(context: context).findings(of: database)
    guard findings.faults.isEmpty else { throw UpkeepError.unsound(what: "the backup", faults: findings.faults) }
  }

  private static func removeAll(_ home: HomeFolder) {
    for path in [home.database, home.lock] {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }
    rmdir(home.path)
  }
}
