internal import QixModule

/// `qix badge list`
struct ListBadges: Command {
  static let declaration = Declaration(
    "list", "List the badges.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix badge list", "all of them, with how many users have each")],
    answer: """
      badge.list/1: badges [badge text, title text, goal text, type text?, users integer, retired boolean]
      """)

  private static let fields: [RowField<(badge: Badge, users: Int64)>] = [
    RowField("badge") { .text($0.badge.name) },
    RowField("title") { .text($0.badge.title) },
    RowField("goal", "FOR") { .text($0.badge.goal.words) },
    RowField("type") { .text($0.badge.type) },
    RowField(number: "users") { .integer($0.users) },
    RowField("retired") { .boolean($0.badge.isRetired) },
  ]

  func run(in context: Context) throws -> Document {
    let rows = try context.database.read { connection in
      let store = BadgeStore(connection)
      return try store.all().map { (badge: $0.badge, users: try store.holders(of: $0.number)) }
    }
    var document = Document("badge.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.badge.name).joined(separator: "\n") }
    document.table("badges", Self.fields, rows: rows)
    if rows.isEmpty { document.note("There are no badges; `qix badge create` makes one.") }
    return document
  }
}
