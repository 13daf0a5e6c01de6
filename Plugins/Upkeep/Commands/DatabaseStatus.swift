internal import QixModule

/// `qix db status`
struct DatabaseStatus: Command {
  static let declaration = Declaration(
    "status", "Show the database's place, size and migrations.", roles: [.operator, .auditor],
    examples: [
      Example("qix db status", "as a table"),
      Example("qix db status --json", "for a program"),
    ],
    answer: """
      db.status/2: location text, engine text, journal text, page_checksums text, page_size integer, pages integer,
      free_pages integer, bytes bytes?, log_bytes bytes, schema_state text, pending? integer, migrations? [module text,
      migration text, state text, applied time?]
      """)

  static let fields: [RowField<Migrator.Status>] = [
    RowField("module") { .text($0.module) },
    RowField("migration") { .text($0.name) },
    RowField("state") { .text($0.applied == nil ? "pending" : "applied") },
    RowField("applied") { .timestamp($0.applied) },
  ]

  func run(in context: Context) throws -> Document {
    let database = context.database.reader().ignoringLoss(takingUnsummed: true)
    var document = Document("db.status/2")
    document.field("location", .text(database.location))
    for fact in try database.facts() {
      let key = String(fact.name.map { $0 == " " ? "_" : $0 })
      document.field(key, fact.name, Int64(fact.value).map(Cell.integer) ?? .text(fact.value))
    }
    let migrations: [Migrator.Status]
    do {
      migrations = try database.read { try context.migrator.status(in: $0) }
    } catch let error as StorageError {
      document.field("schema_state", "schema", .text("refused"))
      document.failure = error
      return document
    }
    let pending = migrations.filter { $0.applied == nil }.count
    document.field("schema_state", "schema", .text(pending == 0 ? "current" : "pending"))
    document.field("pending", "pending migrations", .count(pending))
    document.table("migrations", Self.fields, rows: migrations)
    if pending > 0 { document.next("`qix db backup FILE`, then `qix db migrate`") }
    return document
  }
}
