internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db backup`
struct BackUpDatabase: OldCommand {
  private static let file = OldPositional("file", .output(.secret), "Where to write it; best on another disk")
  private static let withVault = OldFlag("with-vault", "Copy the items of the vault too; they stay encrypted")

  static let declaration = Declaration(
    "backup", "Copy the database into one file, while others go on writing.", roles: .adminsOnly,
    discussion: """
      The copy is the state of one moment. It gets its name only when it is on the disk and was found whole, so a \
      file of that name is always a whole backup. Its owner alone can read it.

      The vault is left out, because backups go to places where secrets should not be: `qix vault export` writes it \
      into a file of its own. A restore keeps the vault that is there.

      The audit log says who has made one. With --read-only, for a disk that can't be written any more, the owner of the \
      home folder gets a backup without such an entry.
      """,
    parameters: [file, withVault, OutputKind.force],
    examples: [
      Example("qix db backup /mnt/backup/qix.db", "one file"),
      Example("qix db backup --force --quiet /mnt/backup/latest.db", "in place of the last one, from cron"),
    ], effect: .changes)

  private let file: File
  private let replaces: Bool
  private let includesAll: Bool
  private let isDryRun: Bool
  private let isReadOnly: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    file = File(path: try arguments.require(Self.file))
    replaces = arguments[OutputKind.force]
    includesAll = arguments[Self.withVault]
    isDryRun = arguments.isDryRun
    isReadOnly = arguments.isReadOnly
    reason = arguments.reason
    if file.path == "-" {
      throw UsageError("a backup can't be written to standard output", hint: "Name a file.")
    }
  }

  func run(in context: Context) throws {
    guard !file.isSame(as: File(path: context.home.database)) else { throw UpkeepError.isTheDatabase(file.path) }
    guard File(path: file.folder).isFolder else {
      throw StorageError.file(path: file.path, problem: "there is no folder \(file.folder)")
    }
    // Nobody but the owner, who could copy the files by hand, takes data away without a trace.
    guard !isReadOnly || context.principal.isOwner else { throw StorageError.readOnly }
    try NewFile.requirePlace(file.path, replacing: replaces)
    let database = context.database.ignoringSchema()
    let started = context.clock.now()
    let backup = try isDryRun ? nil : take(database, in: context)
    // That there is something to back up.
    if isDryRun { try database.read { _ in } }
    var document = Document("db.backup/1")
    if !isDryRun { document.primary = file.path }
    document.field("file", "file", .text(file.path))
    document.field("bytes", "bytes", backup?.file.size.map(Cell.integer) ?? .missing)
    document.field("taken", "taken", .timestamp(started))
    document.field("with_vault", "with the vault", .boolean(includesAll))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    guard !isDryRun else { return context.terminal.note("Nothing was written.") }
    if isReadOnly { context.terminal.note("With --read-only the audit log has no entry about it.") }
    if !includesAll {
      for case let module as any BackupOmitting.Type in context.registry.modules {
        // The backup is made: what keeps a module from giving advice doesn't undo it.
        do {
          if let advice = try module.adviceAfterBackup(of: database) { context.terminal.note(advice) }
        } catch {
          context.terminal.warn("\(module.id) could not look at its rows: run `qix db check`")
        }
      }
    }
    context.terminal.note("Try it: `qix db restore \(file.path) --home FOLDER --yes` with an empty folder.")
  }

  private func take(_ database: Database, in context: Context) throws -> Backup {
    let tables = includesAll ? [] : context.registry.tablesLeftOutOfBackups
    return try Backup.take(of: database, leavingOut: tables, into: file, in: context) {
      guard !isReadOnly else { return }
      let subject = file.name + (includesAll ? " with the vault" : "")
      try database.record(Change("upkeep.backup", subject: subject, reason: reason), at: context.clock.now())
    }
  }
}
