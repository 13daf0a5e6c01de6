internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix badge list`
struct ListBadges: OldCommand {
  static let declaration = Declaration(
    "list", "List the badges.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix badge list", "all of them, with how many users have each")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let rows = try context.database.read { connection in
      let store = BadgeStore(connection)
      return try store.all().map { ($0.badge, try store.holders(of: $0.number)) }
    }
    var document = Document("badge.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.0.name).joined(separator: "\n") }
    document.table(
      "badges",
      columns: [
        Column("badge", "BADGE"), Column("title", "TITLE"), Column("goal", "FOR"), Column("type", "TYPE"),
        Column("users", "USERS", alignment: .trailing), Column("retired", "RETIRED"),
      ],
      rows: rows.map { badge, users in
        [
          .text(badge.name), .text(badge.title), .text(badge.goal.words), badge.type.map { .text($0) } ?? .missing,
          .integer(users), .boolean(badge.isRetired),
        ]
      })
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("There are no badges; `qix badge create` makes one.") }
  }
}
