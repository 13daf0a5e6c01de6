internal import PicturesContract
internal import QixModule

/// `qix badge list`
struct ListBadges: Command {
  static let declaration = Declaration(
    "list", "List the badges.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: "Customers see the badges that they can still get.",
    examples: [Example("qix badge list", "all of them, with how many users have each")],
    answer: AnswerShape("badge.list/2", "badges", rows: fields))

  private static let fields: [Field<Badge.Held>] = [
    Field("badge", .text) { $0.badge.name },
    Field("title", .text) { $0.badge.title },
    Field("goal", .text, "FOR") { $0.badge.goal.words },
    Field("type", .text) { $0.badge.type },
    Field("users", .integer, for: .business) { $0.users },
    Field("retired", .boolean) { $0.badge.isRetired },
    Field("picture", .text, shown: { _ in false }) { $0.badge.picture },
  ]

  func run(in context: Context) throws -> Document {
    let pictures = try PictureLinks(context)
    let rows = try context.database.read { connection in
      let store = BadgeStore(connection)
      let isCustomer = context.principal.isCustomer
      let badges = try store.all().filter { try !isCustomer || $0.badge.isOpen(in: context, connection) }
      let counts = context.mayTell(.business)
      return try badges.map {
        (
          badge: try $0.badge.shown(in: context.face.speaking(), with: pictures, in: connection),
          users: counts ? try store.holders(of: $0.number) : 0
        )
      }
    }
    var document = Document("badge.list/2")
    if !rows.isEmpty { document.primary = rows.map(\.badge.name).joined(separator: "\n") }
    document.table("badges", Self.fields, rows: rows)
    if rows.isEmpty { document.note("There are no badges. `qix badge create` makes one.") }
    return document
  }
}
