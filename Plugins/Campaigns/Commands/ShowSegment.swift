internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix segment show`
struct ShowSegment: OldCommand {
  private static let name = OldPositional("name", .text, "The segment")
  private static let user = OldOption("user", .text, placeholder: "USER", "Say whether this user is in it")

  static let declaration = Declaration(
    "show", "Show a segment, and whether somebody is in it.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [name, user],
    examples: [
      Example("qix segment show loyal", "one segment"),
      Example("qix segment show loyal --user shop-4711", "whether this user is in it"),
    ])

  private let name: String
  private let user: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    user = arguments[Self.user]
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let document = try context.database.read { connection in
      let store = SegmentStore(connection)
      let segment = try store.require(name)
      var document = Document("segment.show/1")
      document.primary = segment.name
      document.field("segment", "segment", .text(segment.name))
      document.field("id", "id", .identifier("\(segment.id)"))
      document.field("rule", "rule", .text(segment.words))
      document.field("listed", "listed", .integer(try store.count(of: segment)))
      document.field("created", "created", .timestamp(segment.id.created))
      let campaigns = try CampaignStore(connection).using(segment: name)
      document.field("campaigns", "campaigns", campaigns.isEmpty ? .missing : .text(campaigns.joined(separator: ", ")))
      if let user {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        document.field("user", "user", .identifier("\(id)"))
        document.field("is_member", "is a member", .boolean(try store.isMember(id, of: segment)))
      }
      return document
    }
    try context.terminal.emit(document)
  }
}
