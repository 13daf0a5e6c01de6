internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix rewards list`
struct ListEntries: Command {
  static let declaration = Declaration(
    "list", "List the rewards entries, by name.", roles: [.operator, .support, .auditor],
    examples: [Example("qix rewards list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let entries = try context.database.read { connection in
      try connection.rows("SELECT name, created_at FROM rewards_entries ORDER BY name") {
        (name: $0.text(0), created: $0.time(1))
      }
    }
    var document = Document("rewards.list/1")
    if !entries.isEmpty { document.primary = entries.map(\.name).joined(separator: "\n") }
    document.table(
      "entries", columns: [Column("name", "NAME"), Column("created", "CREATED")],
      rows: entries.map { [.text($0.name), .timestamp($0.created)] })
    try context.terminal.emit(document)
    if entries.isEmpty { context.terminal.note("There are no entries.") }
  }
}
