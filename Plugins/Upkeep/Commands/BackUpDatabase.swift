internal import QixModule

/// `qix db backup`
struct BackUpDatabase: Command {
  static let declaration = Declaration(
    "backup", "Copy the database into one file, while others go on writing.", roles: .adminsOnly,
    discussion: """
      The copy is the state at one time. It gets its name only after it is on the disk and verified, so a file of that \
      name is always a whole backup. Only its owner can read it.

      Backups leave out the vault, because they go to places where secrets should not be. `qix vault export` writes \
      the vault to its own file. A restore keeps the existing vault.

      With --keep, FILE is a folder, and each backup is named after its time, such as qix-20270115T020000Z.db. A \
      second one in the same second ends with -2. Once the new backup is verified, only the newest N stay; other files \
      are not touched.

      The audit log keeps who made a backup. With --read-only, for a disk that can no longer be written, the owner of \
      the data folder gets a backup without that entry.
      """,
    examples: [
      Example("qix db backup backup.db", "one file"),
      Example("qix db backup --keep 14 --quiet /mnt/backup", "each night, from cron: keep the last fourteen"),
      Example("qix db backup --force --quiet /mnt/backup/latest.db", "replace the last one"),
    ],
    answer: AnswerShape("db.backup/1", Outcome.fields), effect: .changes)

  private struct Outcome {
    let path: String
    let bytes: Int64?
    let taken: Timestamp
    let includesAll: Bool
    let removed: [String]?

    static let fields: [Field<Outcome>] = [
      Field("file", .text) { $0.path },
      Field("bytes", .bytes) { $0.bytes },
      Field("taken", .time) { $0.taken },
      Field("with_vault", .boolean, "with the vault") { $0.includesAll },
      Field(optional: "removed", .texts()) { $0.removed },
    ]
  }

  @Positional("file", .output(.secret), "Where to write it, preferably on another disk") private var place: String
  @Option("keep", .integer(in: 1...10_000), placeholder: "N", "Keep the newest N backups in this folder")
  private var keep: Int64?
  @Flag("with-vault", "Copy the vault's items too; they stay encrypted") private var includesAll: Bool
  private let force = ForceFlag()

  func check() throws {
    if place == "-" { throw UsageError("a backup can't be written to standard output", hint: "Name a file.") }
    if keep != nil, force.isGiven { throw UsageError("--force replaces a file, and --keep never does") }
  }

  func run(in context: Context) throws -> Document {
    let started = context.clock.now()
    let folder = keep.map { (folder: BackupFolder(path: place, prefix: "qix-", suffix: ".db"), count: Int($0)) }
    let file = File(path: folder?.folder.file(at: started) ?? place)
    let path = file.path
    let isReadOnly = try context.terminal.globals.isReadOnly
    guard !file.isSame(as: File(path: context.home.database)) else { throw UpkeepError.isTheDatabase(path) }
    guard File(path: file.folder).isFolder else {
      throw StorageError.file(path: path, problem: "there is no folder \(file.folder)")
    }
    // Only the owner, who could copy the files by hand, may take data away without a trace.
    guard !isReadOnly || context.principal.isOwner else { throw StorageError.readOnly }
    try NewFile.requirePlace(path, replacing: force.isGiven)
    let database = context.database.ignoringSchema()
    let backup = try context.isDryRun ? nil : take(database, into: file, isReadOnly: isReadOnly, in: context)
    // Checks that there is something to back up.
    if context.isDryRun { try database.read { _ in } }
    let removed = try folder.map { try context.isDryRun ? [] : $0.folder.tidy(keeping: $0.count) }
    var document = Document(
      "db.backup/1", Outcome.fields,
      of: Outcome(
        path: path, bytes: backup?.file.size, taken: started, includesAll: includesAll, removed: removed))
    if !context.isDryRun { document.primary = path }
    guard !context.isDryRun else { return document }
    if isReadOnly { document.note("With --read-only, the audit log has no entry about this backup.") }
    if !includesAll {
      for case let module as any BackupOmitting.Type in context.registry.modules {
        // The backup is made: what keeps a module from giving advice doesn't undo it.
        do {
          if let advice = try module.adviceAfterBackup(of: database) { document.note(advice) }
        } catch {
          document.warn("\(module.id) could not check its rows: run `qix db check`")
        }
      }
    }
    document.note("Try it: `qix db restore \(path) --home FOLDER --yes` with an empty folder.")
    return document
  }

  private func take(
    _ database: Database, into file: File, isReadOnly: Bool, in context: Context
  ) throws -> Backup {
    let tables = includesAll ? [] : context.registry.tablesLeftOutOfBackups
    return try Backup.take(of: database, leavingOut: tables, into: file, in: context) {
      guard !isReadOnly else { return }
      let subject = file.name + (includesAll ? " with the vault" : "")
      try database.record(
        Change("upkeep.backup", subject: subject, reason: context.invocation.reason), at: context.clock.now())
    }
  }
}
