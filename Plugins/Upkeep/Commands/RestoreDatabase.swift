internal import QixModule

/// `qix db restore`
struct RestoreDatabase: Command {
  static let declaration = Declaration(
    "restore", "Replace the database with a backup.", roles: .adminsOnly,
    discussion: """
      qix first copies the backup, migrates the copy and checks it in full. The current data is kept as a backup in \
      the data folder. One transaction then replaces the data: other processes see the old or the new, and can keep \
      running. In an empty data folder this creates the database.

      A backup may contain other people's data, tokens and settings that start programs. So only the owner of the data \
      folder may restore one.

      The vault stays as it is here, unless the backup contains it. Tokens revoked since the backup stay revoked, and \
      tokens renewed since keep their new secret.
      """,
    examples: [
      Example("qix db restore /mnt/backup/qix.db", "asks before it replaces anything"),
      Example("qix db restore /mnt/backup/qix.db --home /srv/copy --yes", "on a clean machine"),
      Example("qix db restore /mnt/backup/qix.db --dry-run", "only check the backup"),
    ],
    answer: AnswerShape("db.restore/1", Outcome.fields), effect: .changes, isForOwner: true)

  private typealias Restored = (restoration: Restoration, former: Restoration.Former, replaces: Bool)

  private struct Outcome {
    let path: String
    let database: String
    let migrations: Int
    let lost: Int64?
    /// Nil for a dry run.
    let restored: Restored?

    static let fields: [Field<Outcome>] = [
      Field("file", .text) { $0.path },
      Field("database", .text) { $0.database },
      Field("migrations", .count, "migrations applied to it") { $0.migrations },
      Field("lost_changes", .integer, "changes made since") { $0.lost },
      Field(optional: "kept_rows", .integer, "rows kept because backups leave them out") {
        $0.restored?.restoration.kept
      },
      Field(optional: "carried_rows", .integer, "rows kept as they are") { $0.restored?.restoration.carried.rows },
      Field(optional: "former", .cell(.text).orNull, "former content") {
        ($0.restored?.former).map { .text($0.path) }
      },
    ]
  }

  @Positional("file", .namedFile, "The backup") private var path: String

  func run(in context: Context) throws -> Document {
    let file = File(path: path)
    guard try !context.terminal.globals.isReadOnly else { throw StorageError.readOnly }
    guard file.exists else {
      throw Failure(
        "upkeep.no-file", .notFound, "there is no file at \(path)",
        hint: "Name a file that `qix db backup` has written.")
    }
    guard !file.isFolder else {
      throw Failure(
        "upkeep.is-folder", .usage, "\(path) is a folder, not a backup",
        hint: "Name a file that `qix db backup` has written.")
    }
    guard !file.isSame(as: File(path: context.home.database)) else { throw UpkeepError.isTheDatabase(path) }
    try context.home.create()
    // Stopping must not leave the copy behind.
    context.face.catchInterruption()
    return try Candidate.with(file, in: context) { candidate in
      let loss = try LostChanges.find(to: candidate, in: context)
      let restored = try context.isDryRun ? nil : put(candidate, from: file, loss, in: context)
      var document = Document(
        "db.restore/1", Outcome.fields,
        of: Outcome(
          path: path, database: context.home.database, migrations: candidate.migrations.count, lost: loss?.count,
          restored: restored))
      if let restored { tell(of: restored, in: context, &document) } else { document.note("The backup is whole.") }
      if let loss, loss.count > 0 { document.warn(loss.told(isDryRun: context.isDryRun)) }
      return document
    }
  }

  private func put(
    _ candidate: Candidate, from file: File, _ loss: LostChanges?, in context: Context
  ) throws -> Restored {
    let replaces = context.database.exists
    if replaces {
      let lost = loss.map { $0.count > 0 ? " \($0.words) will be lost." : "" } ?? ""
      try context.face.confirm("Replace the database at \(context.home.database) with \(path)?\(lost)")
    }
    // From here on it is done as a whole.
    try context.face.interruption.check()
    // The entry is part of what takes the old content's place.
    try candidate.database.record(
      Change("upkeep.restore", subject: file.name, reason: context.invocation.reason), at: context.clock.now())
    var restoration = Restoration(context: context)
    let former = try restoration.put(candidate)
    return (restoration: restoration, former: former, replaces: replaces)
  }

  private func tell(of restored: Restored, in context: Context, _ document: inout Document) {
    if case .setAside(let file) = restored.former {
      document.warn("the former database could not be read; its files were set aside as \(file.path)")
    }
    document.next("`qix user erase --again`, for users erased since; `qix db check`; and a new backup")
    if case .saved(let file) = restored.former {
      document.note(
        """
        \(file.path) holds all the former data, with the vault and users erased later. Remove the file once you \
        trust the restored data.
        """)
    }
    let database = context.database.ignoringSchema()
    for case let module as any RestoreFollowing.Type in context.registry.modules {
      do {
        if let told = try module.followRestore(of: database, in: context) { document.note(told) }
      } catch {
        // The backup is in its place: the other modules must hear of it all the same.
        document.failure = document.failure ?? error
      }
    }
    for advice in restored.restoration.carried.advice {
      if restored.replaces { document.warn("\(advice)") } else { document.note("\(advice)") }
    }
  }
}
