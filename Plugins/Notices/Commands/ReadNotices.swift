internal import IdentityContract
internal import QixModule

/// `qix notice read`
struct ReadNotices: Command {
  static let declaration = Declaration(
    "read", "Mark notices of a user as read.", roles: [.operator, .support, .user],
    discussion: "Without NOTICE it marks all of the user's. A notice of another user is left as it is.",
    examples: [Example("qix notice read --user shop-4711", "all of one user's")],
    answer: AnswerShape("notice.read/1", fields), effect: .changes, givenByCustomers: ["notice"])

  private static let fields: [Field<Int64>] = [Field("read", .integer, "marked as read") { $0 }]

  @Positional("notice", .identifier(NoticeID.self), "ntf_…; default: all of the user's") private var notices: [NoticeID]
  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let now = context.clock.now()
    let count = try context.change("notices.read") { connection, change in
      let user = try directory.required(user, in: connection)
      let unread: [NoticeID] = try connection.fetchAll(
        "SELECT id FROM notices_notices WHERE user = \(user) AND on_page = 1 AND read_at IS NULL ORDER BY id"
      ) { try $0["id"] }
      let marked = unread.filter { notices.isEmpty || notices.contains($0) }
      for id in marked {
        try connection.execute("UPDATE notices_notices SET read_at = \(now) WHERE id = \(id)")
        try connection.tell("notice.read", of: id, user: user)
      }
      change.subject = "\(user) \(marked.count.counted("notice"))"
      return Int64(marked.count)
    }
    return Document("notice.read/1", Self.fields, of: count)
  }
}
