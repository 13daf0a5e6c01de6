internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix init`
struct InitCommand: Command {
  static let declaration = Declaration(
    "init", "Make the home folder and an empty database in it.",
    discussion: "Run it once. The folder and the database can be read by their owner only.",
    examples: [
      Example("qix init", "in the default folder"),
      Example("qix init --home /srv/qix", "in a folder of your choice"),
    ])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let database = context.database.ignoringSchema()
    try database.create()
    let migrations = try context.migrator.migrate(database, clock: context.clock)
    var document = Document("init/1")
    document.primary = context.home.path
    document.field("home", "home", .text(context.home.path))
    document.field("migrations", "migrations applied", .integer(Int64(migrations.count)))
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix user create`, then `qix coins issue --to USER --amount 50`.")
  }
}
