internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix badge show`
struct ShowBadge: OldCommand {
  static let declaration = Declaration(
    "show", "Show a badge, and how many users have it.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [BadgeNamed.name], examples: [Example("qix badge show week", "one badge")])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(BadgeNamed.name) }

  func run(in context: Context) throws {
    let (badge, users) = try context.database.read { connection in
      let (number, badge) = try BadgeStore(connection).require(name)
      return (badge, try BadgeStore(connection).holders(of: number))
    }
    var document = Document("badge.show/1")
    BadgeNamed.describe(badge, in: &document)
    document.field("users", "users who have it", .integer(users))
    try context.terminal.emit(document)
  }
}
