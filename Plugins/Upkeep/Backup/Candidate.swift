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

  /// The names of folders in a home that killed restores have left.
  static func leftovers(in home: HomeFolder) -> [String] {
    File(path: home.path).names.filter { name in
      guard name.hasPrefix(folderPrefix), let process = pid_t(name.dropFirst(folderPrefix.count)) else { return false }
      return kill(process, 0) != 0 && errno == ESRCH
    }.sorted()
  }

  /// Prepares a backup, lends it, and takes the copy away, with those that killed restores have left.
  /// - Throws: `UpkeepError.unsound` when the backup is not whole, what reading it throws, and what `body` throws.
  static func with<Result>(_ file: File, in context: Context, _ body: (Candidate) throws -> Result) throws -> Result {
    for name in leftovers(in: context.home) { removeAll(HomeFolder(path: "\(context.home.path)/\(name)")) }
    let home = HomeFolder(path: "\(context.home.path)/\(folderPrefix)\(getpid())")
    removeAll(home)
    try home.create()
    defer { removeAll(home) }
    return try body(candidate(file, in: home, context))
  }

  private static func candidate(_ file: File, in home: HomeFolder, _ context: Context) throws -> Candidate {
    // What is damaged here is the file that was named, not the database of this home.
    func unsound(_ fault: String) -> UpkeepError {
      .unsound(what: "the backup \(file.path)", faults: [fault], remedy: remedy)
    }
    do {
      let candidate = try Candidate(file, in: home, context)
      try context.face.interruption.check()
      return candidate
    } catch StorageError.corrupt(let what) {
      throw unsound(what)
    } catch let error as StorageError {
      switch error {
      // No command gives a backup its checksums.
      case .unsummed:
        throw UpkeepError.unsound(
          what: "the backup \(file.path)", faults: [StorageError.unsummed(path: file.path).description],
          remedy: "Nothing was changed here. Use a backup that only qix has written.")
      case .engine, .constraint: throw unsound(error.description)
      default: throw error
      }
    }
  }

  private static let remedy =
    "Nothing was changed here; the database in use is untouched. Use an older backup."

  private init(_ file: File, in home: HomeFolder, _ context: Context) throws {
    guard file.isDatabase else {
      throw Failure(
        "upkeep.no-backup", .damaged, "\(file.path) is not a qix backup",
        hint: "Nothing was changed. Name a file that `qix db backup` has written; an export of the vault is read by "
          + "`qix vault import`.")
    }
    func require(_ faults: [String]) throws {
      guard faults.isEmpty else {
        throw UpkeepError.unsound(what: "the backup \(file.path)", faults: faults, remedy: Self.remedy)
      }
    }
    let interruption = context.face.interruption
    let original = Database(
      home: home, engine: SQLiteEngine(path: file.path), clock: context.clock, access: .readOnly, actor: "restore",
      migrator: nil, memory: .none)
    try original.backUp(to: home.database) { _, _ in try interruption.check() }
    path = home.database
    func copy(stops: (@Sendable () -> Bool)? = nil) -> Database {
      Database(
        home: home, engine: SQLiteEngine(path: home.database, stops: stops), clock: context.clock,
        actor: context.database.actor, migrator: nil, memory: .none)
    }
    database = copy()
    // Checking may take long, and can be stopped anywhere; what comes behind it can't.
    let checked = copy { interruption.isRequested }
    // Structure first: migrating a damaged copy could hide what is wrong with it.
    try require(try checked.integrityFaults() + checked.referenceFaults())
    let isOurs = try checked.read { try context.migrator.status(in: $0) }.contains { $0.applied != nil }
    try require(isOurs ? [] : ["it is a database, but not one of qix"])
    migrations = try context.migrator.migrate(checked, clock: context.clock, reason: "restore")
    findings = try DataCheck(context: context).findings(of: checked)
    try require(findings.faults)
  }

  private static func removeAll(_ home: HomeFolder) {
    for path in [home.database, home.lock] {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }
    rmdir(home.path)
  }
}
