internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix segment list`
struct ListSegments: OldCommand {
  static let declaration = Declaration(
    "list", "List the segments.", roles: [.operator, .support, .auditor],
    examples: [Example("qix segment list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let rows = try context.database.read { connection in
      let store = SegmentStore(connection)
      return try store.all().map { ($0, try store.count(of: $0)) }
    }
    var document = Document("segment.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.0.name).joined(separator: "\n") }
    document.table(
      "segments",
      columns: [
        Column("segment", "SEGMENT"), Column("rule", "RULE"), Column("listed", "LISTED", alignment: .trailing),
        Column("created", "CREATED"),
      ],
      rows: rows.map { [.text($0.name), .text($0.words), .integer($1), .timestamp($0.id.created)] })
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("There are no segments; `qix segment create` makes one.") }
  }
}
