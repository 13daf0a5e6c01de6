internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db restore`
struct RestoreDatabase: OldCommand {
  private static let file = OldPositional("file", .file, "The backup")

  static let declaration = Declaration(
    "restore", "Put a backup in the place of the database.", roles: .adminsOnly,
    discussion: """
      The backup is copied, brought to this program's schema and checked in full before anything is touched. What was \
      there is kept as a backup in the home folder. The content is then replaced in one transaction: other processes \
      see the old or the new, and need not be stopped. Into an empty home it makes the database.

      What stands in a backup may be anybody's, tokens and settings that start programs too: so it is for the owner of the \
      home folder alone.

      What backups leave out (the vault) stays as it is here, unless the backup was made with it. Tokens that were \
      revoked or given a new secret since stay so.
      """,
    parameters: [file],
    examples: [
      Example("qix db restore /mnt/backup/qix.db", "asks before it replaces anything"),
      Example("qix db restore /mnt/backup/qix.db --home /srv/copy --yes", "on a clean machine"),
      Example("qix db restore /mnt/backup/qix.db --dry-run", "only check the backup"),
    ], effect: .changes, isForOwner: true)

  private let file: File
  private let isDryRun: Bool
  private let isReadOnly: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    file = File(path: try arguments.require(Self.file))
    isDryRun = arguments.isDryRun
    isReadOnly = arguments.isReadOnly
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    guard !isReadOnly else { throw StorageError.readOnly }
    guard file.exists else { throw UpkeepError.noFile(file.path) }
    guard !file.isFolder else { throw UpkeepError.isFolder(file.path) }
    guard !file.isSame(as: File(path: context.home.database)) else { throw UpkeepError.isTheDatabase(file.path) }
    try context.home.create()
    // Stopping must not leave the copy behind.
    context.terminal.catchInterruption()
    try Candidate.with(file, in: context) { candidate in
      let replaces = context.database.exists
      if replaces, !isDryRun {
        try context.terminal.confirm("Replace the database at \(context.home.database) by \(file.path)?")
      }
      var document = Document("db.restore/1")
      document.field("file", "file", .text(file.path))
      document.field("database", "database", .text(context.home.database))
      document.field("migrations", "migrations applied to it", .integer(Int64(candidate.migrations.count)))
      document.field("dry_run", "dry run", .boolean(isDryRun))
      guard !isDryRun else {
        try context.terminal.emit(document)
        context.terminal.note("The backup is whole. Nothing was changed.")
        return
      }
      // The entry is part of what takes the old content's place.
      try candidate.database.record(
        Change("upkeep.restore", subject: file.name, reason: reason), at: context.clock.now())
      var restoration = Restoration(context: context)
      let former = try restoration.put(candidate)
      document.field("kept_rows", "rows kept that backups leave out", .integer(restoration.kept))
      document.field("carried_rows", "rows that were not set back", .integer(restoration.carried.rows))
      try answer(former, &document, in: context.terminal)
      let database = context.database.ignoringSchema()
      var failure: (any Error)?
      for case let module as any RestoreFollowing.Type in context.registry.modules {
        do {
          if let told = try module.followRestore(of: database, in: context) { context.terminal.note(told) }
        } catch {
          // The backup is in its place: the other modules must hear of it all the same.
          failure = failure ?? error
        }
      }
      for advice in restoration.carried.advice {
        if replaces { context.terminal.warn(advice) } else { context.terminal.note(advice) }
      }
      if let failure { throw failure }
    }
  }

  private func answer(_ former: Restoration.Former, _ document: inout Document, in terminal: Terminal) throws {
    switch former {
    case .none: document.field("former", "former content", .missing)
    case .saved(let file), .setAside(let file): document.field("former", "former content", .text(file.path))
    }
    try terminal.emit(document)
    if case .setAside(let file) = former {
      terminal.warn("the former database could not be read; its files were set aside as \(file.path)")
    }
    terminal.note("Next: `qix db check`, and a new backup.")
    if case .saved(let file) = former {
      terminal.note(
        "\(file.path) holds all that was there, the vault and users who are erased later too: remove it when the "
          + "restored data has proved good.")
    }
  }
}
