internal import QixModule

/// `qix db migrate`
struct MigrateDatabase: Command {
  static let declaration = Declaration(
    "migrate", "Update the schema to this version of qix.", roles: .adminsOnly,
    discussion: """
      Applies each pending migration in its own transaction. A failed migration changes nothing; those before it stay. \
      Only a backup brings the old schema back, so make one first.
      """,
    examples: [
      Example("qix db migrate --dry-run", "see what is pending"),
      Example("qix db migrate", "apply it, after a backup (`qix db backup FILE`)"),
    ],
    answer: AnswerShape("db.migrate/1", [count, list]), effect: .changes,
    route: .local("it works on the data folder itself"))

  private static let count = Field<[Migrator.Status]>("migrations", .count, "migrations applied") { $0.count }
  private static let list = Field<[Migrator.Status]>(optional: "list", rows: DatabaseStatus.fields) {
    $0.isEmpty ? nil : $0
  }

  func run(in context: Context) throws -> Document {
    let database = context.database.ignoringSchema()
    let migrations =
      context.isDryRun
      ? try database.read { try context.migrator.status(in: $0) }.filter { $0.applied == nil }
      : try context.migrator.migrate(database, clock: context.clock, reason: context.invocation.reason)
    let count = context.isDryRun ? Self.count.labelled("migrations pending") : Self.count
    var document = Document("db.migrate/1", [count, Self.list], of: migrations)
    if migrations.isEmpty {
      document.note("Nothing was pending.")
    } else {
      document.next("`qix db check`")
    }
    return document
  }
}
