internal import IdentityContract
internal import QixModule

/// The badge that a command is about.
struct BadgeNamed {
  @Positional("badge", .text, "The badge's name: lower-case letters, digits, '-' and '_'") var name: String

  /// - Throws: `UserError.notFound`.
  static func find(_ reference: String, _ context: Context, in connection: Connection) throws -> UserID {
    guard let user = try context.service(Users.directory).find(reference, in: connection) else {
      throw UserError.notFound(reference)
    }
    return user
  }
}

extension Badge {
  static let fields: [RowField<Badge>] = [
    RowField("badge") { .text($0.name) },
    RowField("title") { .text($0.title) },
    RowField("text") { $0.text.isEmpty ? .missing : .text($0.text) },
    RowField("goal", "FOR") { .text($0.goal.words) },
    RowField("campaign") { .identifier($0.campaign) },
    RowField("type") { .text($0.type) },
    RowField("retired") { .boolean($0.isRetired) },
  ]

  /// - Parameter holders: how many users have it; nil where that isn't told.
  func document(_ schema: String, holders: Int64? = nil) -> Document {
    var document = Document(schema)
    document.primary = name
    document.fields(Badge.fields, of: self)
    if let holders { document.field("users", "users who have it", .integer(holders)) }
    return document
  }
}
