internal import QixModule

/// `qix init`
struct InitCommand: Command {
  static let declaration = Declaration(
    "init", "Create the data folder with an empty database.", roles: .adminsOnly,
    discussion: "Run it once. Only the owner can read the folder and the database.",
    examples: [
      Example("qix init", "in the default folder"),
      Example("qix init --home /srv/qix", "in a folder of your choice"),
      Example("qix init --sample --home ./sample", "with sample data, to try things out"),
    ],
    answer: AnswerShape("init/1", fields), effect: .changes,
    route: .local("it works on the data folder itself"))

  private static let fields: [Field<(home: String, migrations: Int)>] = [
    Field("home", .text) { $0.home },
    Field("migrations", .count, "migrations applied") { $0.migrations },
  ]

  @Flag("sample", "Add sample data: users, coins, a campaign, rewards, vouchers, tiers") private var sample: Bool

  func run(in context: Context) throws -> Document {
    let database = context.database.ignoringSchema()
    guard !database.exists else { throw StorageError.databaseExists(path: database.location) }
    var migrations = 0
    if !context.isDryRun {
      try database.create()
      migrations = try context.migrator.migrate(database, clock: context.clock).count
    }
    var document = Document("init/1", Self.fields, of: (home: context.home.path, migrations: migrations))
    document.primary = context.home.path
    if sample, !context.isDryRun {
      for module in context.registry.modules {
        for step in (module as? any SampleProviding.Type)?.sample ?? [] { try context.run(step, in: context.home.path) }
      }
      document.next("`qix wallet show shop-4711`, `qix campaign show harvest`, `qix reward list`")
      return document
    }
    document.next("`qix user create`, then `qix coins issue --to USER --amount 50`")
    return document
  }
}
