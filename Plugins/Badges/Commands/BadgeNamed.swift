internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What the commands for one badge have in common.
enum BadgeNamed {
  static let name = OldPositional("badge", .text, "Its name: lower-case letters, digits, '-' and '_'")
  static let user = OldOption("user", .text, "usr_… or external id", isRequired: true)

  static func describe(_ badge: Badge, in document: inout Document) {
    document.primary = badge.name
    document.field("badge", "badge", .text(badge.name))
    document.field("title", "title", .text(badge.title))
    document.field("text", "text", badge.text.isEmpty ? .missing : .text(badge.text))
    document.field("goal", "for", .text(badge.goal.words))
    document.field("campaign", "campaign", badge.campaign.map { .identifier("\($0)") } ?? .missing)
    document.field("type", "type", badge.type.map { .text($0) } ?? .missing)
    document.field("retired", "retired", .boolean(badge.isRetired))
  }

  /// - Throws: `UserError.notFound`.
  static func find(_ reference: String, _ context: Context, in connection: Connection) throws -> UserID {
    guard let user = try context.service(Users.directory).find(reference, in: connection) else {
      throw UserError.notFound(reference)
    }
    return user
  }
}
