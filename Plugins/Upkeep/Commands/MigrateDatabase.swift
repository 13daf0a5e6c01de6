internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db migrate`
struct MigrateDatabase: OldCommand {
  static let declaration = Declaration(
    "migrate", "Bring the schema to what this program needs.", roles: .adminsOnly,
    discussion: """
      Applies what is pending, each migration in a transaction of its own: one that fails leaves nothing behind, and \
      those before it stay. There is no way back but a backup, so make one first.
      """,
    examples: [
      Example("qix db migrate --dry-run", "see what is pending"),
      Example("qix db migrate", "apply it, after a backup (`qix db backup FILE`)"),
    ], effect: .changes)

  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let database = context.database.ignoringSchema()
    let migrations =
      isDryRun
      ? try database.read { try context.migrator.status(in: $0) }.filter { $0.applied == nil }
      : try context.migrator.migrate(database, clock: context.clock, reason: reason)
    var document = Document("db.migrate/1")
    let label = isDryRun ? "migrations pending" : "migrations applied"
    document.field("migrations", label, .integer(Int64(migrations.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    if !migrations.isEmpty {
      document.table("list", columns: DatabaseStatus.columns, rows: migrations.map(DatabaseStatus.cells))
    }
    try context.terminal.emit(document)
    if migrations.isEmpty {
      context.terminal.note("Nothing was pending.")
    } else {
      context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix db check`.")
    }
  }
}
