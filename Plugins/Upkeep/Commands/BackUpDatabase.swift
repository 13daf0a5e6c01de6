internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db backup`
struct BackUpDatabase: Command {
  private static let file = Positional("file", .file, "Where to write it; best on another disk")
  private static let withVault = Flag("with-vault", "Copy the items of the vault too; they stay encrypted")
  private static let force = Flag("force", "Replace a file that is there")

  static let declaration = Declaration(
    "backup", "Copy the database into one file, while others go on writing.", roles: .adminsOnly,
    discussion: """
      The copy is the state of one moment. It gets its name only when it is on the disk and was found whole, so a \
      file of that name is always a whole backup. Its owner alone can read it.

      The vault is left out, because backups go to places where secrets should not be: `qix vault export` writes it \
      into a file of its own. A restore keeps the vault that is there.
      """,
    parameters: [file, withVault, force],
    examples: [
      Example("qix db backup /mnt/backup/qix.db", "one file"),
      Example("qix db backup --force --quiet /mnt/backup/latest.db", "in place of the last one, from cron"),
    ])

  private let file: File
  private let replaces: Bool
  private let includesAll: Bool

  init(_ arguments: Arguments) throws {
    file = File(path: try arguments.require(Self.file))
    replaces = arguments[Self.force]
    includesAll = arguments[Self.withVault]
    if file.path == "-" {
      throw UsageError("a backup can't be written to standard output", hint: "Name a file.")
    }
  }

  func run(in context: Context) throws {
    guard !file.isFolder else { throw StorageError.file(path: file.path, problem: "is a folder; name a file in it") }
    guard !file.isSame(as: File(path: context.home.database)) else { throw UpkeepError.isTheDatabase(file.path) }
    guard replaces || !file.exists else { throw UpkeepError.fileExists(file.path) }
    let database = context.database.ignoringSchema()
    let started = context.clock.now()
    let backup = try Backup.take(
      of: database, leavingOut: includesAll ? [] : context.registry.tablesLeftOutOfBackups, into: file, in: context)
    var document = Document("db.backup/1")
    document.primary = file.path
    document.field("file", "file", .text(file.path))
    document.field("bytes", "bytes", backup.file.size.map(Cell.integer) ?? .missing)
    document.field("taken", "taken", .timestamp(started))
    document.field("with_vault", "with the vault", .boolean(includesAll))
    try context.terminal.emit(document)
    if !includesAll {
      for case let module as any BackupOmitting.Type in context.registry.modules {
        if let advice = try module.adviceAfterBackup(of: database) { context.terminal.note(advice) }
      }
    }
    context.terminal.note("Try it: `qix db restore \(file.path) --home FOLDER --yes` with an empty folder.")
  }
}
