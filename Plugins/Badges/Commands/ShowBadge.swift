internal import PicturesContract
internal import QixModule

/// `qix badge show`
struct ShowBadge: Command {
  static let declaration = Declaration(
    "show", "Show a badge, and how many users have it.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix badge show week", "one badge")],
    answer: AnswerShape("badge.show/1", Badge.heldFields))

  private let badge = BadgeNamed()

  func run(in context: Context) throws -> Document {
    let pictures = try PictureLinks(context)
    return try context.database.read { connection in
      let store = BadgeStore(connection)
      let (number, badge) = try store.require(badge.name)
      let shown = try badge.shown(in: nil, with: pictures, in: connection)
      return shown.document("badge.show/1", holders: try store.holders(of: number))
    }
  }
}
