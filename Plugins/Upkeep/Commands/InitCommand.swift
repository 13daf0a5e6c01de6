internal import QixModule

/// `qix init`
struct InitCommand: Command {
  static let declaration = Declaration(
    "init", "Make the home folder and an empty database in it.", roles: .adminsOnly,
    discussion: "Run it once. The folder and the database can be read by their owner only.",
    examples: [
      Example("qix init", "in the default folder"),
      Example("qix init --home /srv/qix", "in a folder of your choice"),
    ],
    answer: "init/1: home text, migrations integer", effect: .changes)

  func run(in context: Context) throws -> Document {
    let database = context.database.ignoringSchema()
    guard !database.exists else { throw StorageError.databaseExists(path: database.location) }
    var migrations = 0
    if !context.isDryRun {
      try database.create()
      migrations = try context.migrator.migrate(database, clock: context.clock).count
    }
    var document = Document("init/1")
    document.primary = context.home.path
    document.field("home", .text(context.home.path))
    document.field("migrations", "migrations applied", .count(migrations))
    document.next("`qix user create`, then `qix coins issue --to USER --amount 50`")
    return document
  }
}
