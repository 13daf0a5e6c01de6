internal import CampaignsContract
internal import IdentityContract
internal import PicturesContract
internal import QixDefinitions
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
  /// Whether it is of interest to a user without it: it can still be earned. To a customer, one of a campaign that isn't
  /// announced yet would announce it.
  func isOpen(in context: Context, _ connection: Connection) throws -> Bool {
    guard !isRetired, goal != .byHand else { return false }
    guard context.principal.isCustomer, let campaign else { return true }
    return try context.service(Campaigns.directory).find("\(campaign)", in: connection)?.state != .draft
  }

  /// Returns the badge as its readers get it: with its texts in their language, and the address of its picture.
  func shown(in language: Language?, with pictures: PictureLinks, in connection: Connection) throws -> Badge {
    var shown = said(in: language)
    shown.picture = try pictures.address(of: picture, in: connection)
    return shown
  }

  static let fields: [Field<Badge>] = [
    Field("badge", .text) { $0.name },
    Field("title", .text) { $0.title },
    Field("text", .text) { $0.text.isEmpty ? nil : $0.text },
    Field("picture", .text) { $0.picture },
    Field("goal", .text, "FOR") { $0.goal.words },
    Field("campaign", .id) { $0.campaign },
    Field("type", .text) { $0.type },
    Field("retired", .boolean) { $0.isRetired },
  ]

  func document(_ schema: String) -> Document {
    var document = Document(schema, Badge.fields, of: self)
    document.primary = name
    return document
  }

  /// A badge, and how many users have it.
  typealias Held = (badge: Badge, users: Int64)

  static let heldFields: [Field<Held>] =
    fields.of { $0.badge } + [
      Field(optional: "texts", rows: Words.fields, title: "In other languages") { $0.badge.texts?.all },
      Field("users", .integer, "users who have it") { $0.users },
    ]

  func document(_ schema: String, holders: Int64) -> Document {
    var document = Document(schema, Badge.heldFields, of: (badge: self, users: holders))
    document.primary = name
    return document
  }
}
