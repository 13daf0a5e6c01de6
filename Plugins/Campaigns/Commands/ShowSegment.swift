internal import IdentityContract
internal import QixModule

/// `qix segment show`
struct ShowSegment: Command {
  static let declaration = Declaration(
    "show", "Show a segment, and whether a user is in it.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix segment show loyal", "one segment"),
      Example("qix segment show loyal --user shop-4711", "whether this user is in it"),
    ],
    answer: """
      segment.show/1: segment text?, id id, rule text, listed integer, created time, campaigns text?, user? id,
      is_member? boolean
      """)

  private let segment = SegmentNamed()
  @Option("user", .user, placeholder: "USER", "Say whether this user is in it") private var user: String?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    return try context.database.read { connection in
      let store = SegmentStore(connection)
      let segment = try store.require(self.segment.name)
      var document = Document("segment.show/1")
      document.primary = segment.name
      document.field("segment", .text(segment.name))
      document.field("id", .identifier(segment.id))
      document.field("rule", .text(segment.words))
      document.field("listed", .integer(try store.count(of: segment)))
      document.field("created", .timestamp(segment.id.created))
      let campaigns = try CampaignStore(connection).using(segment: segment.name)
      document.field("campaigns", .text(campaigns.isEmpty ? nil : campaigns.joined(separator: ", ")))
      if let user {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        document.field("user", .identifier(id))
        document.field("is_member", "is a member", .boolean(try store.isMember(id, of: segment)))
      }
      return document
    }
  }
}

/// The segment that a command is about.
struct SegmentNamed {
  @Positional("name", .text, "The segment") var name: String
}
