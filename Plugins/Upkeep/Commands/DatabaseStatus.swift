internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db status`
struct DatabaseStatus: OldCommand {
  static let declaration = Declaration(
    "status", "Show where the database is, how large, and which migrations it has.", roles: [.operator, .auditor],
    examples: [
      Example("qix db status", "look at it"),
      Example("qix db status --json", "for a program"),
    ])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let database = context.database.reader().ignoringLoss(takingUnsummed: true)
    var document = Document("db.status/1")
    document.field("location", "location", .text(database.location))
    for fact in try database.facts() {
      let key = String(fact.name.map { $0 == " " ? "_" : $0 })
      document.field(key, fact.name, Int64(fact.value).map(Cell.integer) ?? .text(fact.value))
    }
    let migrations: [Migrator.Status]
    do {
      migrations = try database.read { try context.migrator.status(in: $0) }
    } catch let error as StorageError {
      document.field("schema", "schema", .text("refused"))
      try context.terminal.emit(document)
      throw error
    }
    let pending = migrations.filter { $0.applied == nil }.count
    document.field("schema", "schema", .text(pending == 0 ? "current" : "pending"))
    document.field("pending", "pending migrations", .integer(Int64(pending)))
    document.table("migrations", columns: Self.columns, rows: migrations.map(Self.cells))
    try context.terminal.emit(document)
    if pending > 0 {
      context.terminal.note("Next: `qix db backup FILE`, then `qix db migrate`.")
    }
  }

  static let columns = [
    Column("module", "MODULE"), Column("migration", "MIGRATION"), Column("state", "STATE"),
    Column("applied", "APPLIED"),
  ]

  static func cells(_ status: Migrator.Status) -> [Cell] {
    [
      .text(status.module), .text(status.name), .text(status.applied == nil ? "pending" : "applied"),
      status.applied.map(Cell.timestamp) ?? .missing,
    ]
  }
}
