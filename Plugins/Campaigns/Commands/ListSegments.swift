internal import QixModule

/// `qix segment list`
struct ListSegments: Command {
  static let declaration = Declaration(
    "list", "List the segments.", roles: [.operator, .support, .auditor],
    examples: [Example("qix segment list", "all of them")],
    answer: AnswerShape("segment.list/1", "segments", rows: fields))

  private static let fields: [Field<(segment: Segment, listed: Int64)>] =
    Segment.fields.of { $0.segment } + [
      Field("listed", .integer) { $0.listed },
      Field("created", .time) { $0.segment.id.created },
    ]

  func run(in context: Context) throws -> Document {
    let rows = try context.database.read { connection in
      let store = SegmentStore(connection)
      return try store.all().map { (segment: $0, listed: try store.count(of: $0)) }
    }
    var document = Document("segment.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.segment.name).joined(separator: "\n") }
    document.table("segments", Self.fields, rows: rows)
    if rows.isEmpty { document.note("There are no segments. Create one with `qix segment create`.") }
    return document
  }
}
