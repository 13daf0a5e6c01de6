internal import QixModule

/// `qix db status`
struct DatabaseStatus: Command {
  static let declaration = Declaration(
    "status", "Show the database's place, size and migrations.", roles: [.operator, .auditor],
    examples: [
      Example("qix db status", "as a table"),
      Example("qix db status --json", "for a program"),
    ],
    answer: AnswerShape("db.status/2", Page.fields))

  static let fields: [Field<Migrator.Status>] = [
    Field("module", .text) { $0.module },
    Field("migration", .text) { $0.name },
    Field("state", .text) { $0.applied == nil ? "pending" : "applied" },
    Field("applied", .time) { $0.applied },
  ]

  private struct Page {
    let location: String
    let facts: [String: String]
    /// Nil for a schema that is refused.
    let migrations: [Migrator.Status]?

    var pending: Int? { migrations?.count { $0.applied == nil } }

    private func fact(_ name: String) -> String { facts[name] ?? "" }
    private func number(_ name: String) -> Int64? { Int64(fact(name)) }

    static let fields: [Field<Page>] = [
      Field("location", .text) { $0.location },
      Field("engine", .text) { $0.fact("engine") },
      Field("journal", .text) { $0.fact("journal") },
      Field("page_checksums", .text) { $0.fact("page checksums") },
      Field("page_size", .integer.promised) { $0.number("page size") },
      Field("pages", .integer.promised) { $0.number("pages") },
      Field("free_pages", .integer.promised) { $0.number("free pages") },
      Field("bytes", .bytes) { $0.number("bytes") },
      Field("log_bytes", .bytes.promised) { $0.number("log bytes") },
      Field("schema_state", .text, "schema") { $0.pending.map { $0 == 0 ? "current" : "pending" } ?? "refused" },
      Field(optional: "pending", .count, "pending migrations") { $0.pending },
      Field(optional: "migrations", rows: DatabaseStatus.fields) { $0.migrations },
    ]
  }

  func run(in context: Context) throws -> Document {
    let database = context.database.reader().ignoringLoss(takingUnsummed: true)
    let facts = try database.facts()
    let (migrations, failure): ([Migrator.Status]?, StorageError?)
    do {
      (migrations, failure) = (try database.read { try context.migrator.status(in: $0) }, nil)
    } catch let error as StorageError {
      (migrations, failure) = (nil, error)
    }
    let page = Page(
      location: database.location, facts: Dictionary(uniqueKeysWithValues: facts.map { ($0.name, $0.value) }),
      migrations: migrations)
    var document = Document("db.status/2", Page.fields, of: page)
    document.failure = failure
    if let pending = page.pending, pending > 0 { document.next("`qix db backup FILE`, then `qix db migrate`") }
    return document
  }
}
