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
    answer: AnswerShape("segment.show/1", fields))

  private typealias Membership = (user: UserID, isMember: Bool)

  private static let fields: [Field<(segment: Segment, listed: Int64, campaigns: [String], asked: Membership?)>] = [
    Field("segment", .text.orNull) { $0.segment.name },
    Field("id", .id) { $0.segment.id },
    Field("rule", .text) { $0.segment.words },
    Field("listed", .integer) { $0.listed },
    Field("created", .time) { $0.segment.id.created },
    Field("campaigns", .text) { $0.campaigns.isEmpty ? nil : $0.campaigns.joined(separator: ", ") },
    Field(optional: "user", .id) { $0.asked?.user },
    Field(optional: "is_member", .boolean, "is a member") { $0.asked?.isMember },
  ]

  private let segment = SegmentNamed()
  @Option("user", .user, placeholder: "USER", "Say whether this user is in it") private var user: String?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    return try context.database.read { connection in
      let store = SegmentStore(connection)
      let segment = try store.require(self.segment.name)
      let asked: Membership? = try user.map { user in
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        return (id, try store.isMember(id, of: segment))
      }
      var document = Document(
        "segment.show/1", Self.fields,
        of: (
          segment: segment, listed: try store.count(of: segment),
          campaigns: try CampaignStore(connection).using(segment: segment.name), asked: asked
        ))
      document.primary = segment.name
      return document
    }
  }
}

/// The segment that a command is about.
struct SegmentNamed {
  @Positional("name", .text, "The segment") var name: String
}
