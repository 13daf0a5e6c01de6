internal import IdentityContract
internal import QixModule

/// `qix user list`
struct ListUsers: Command {
  static let declaration = Declaration(
    "list", "List users, the oldest first.", roles: [.operator, .support],
    examples: [
      Example("qix user list --limit 10", "the first ten"),
      Example("qix user list --quiet | wc -l", "how many there are"),
      Example("qix user list --standing suspended", "those who may not act"),
    ],
    answer: AnswerShape("user.list/1", "users", rows: User.fields))

  private let page = PageOptions("Users", after: .identifier(UserID.self), placeholder: "USER", "user")
  @Option("mode", .choice(Mode.allCases, named: \.name), "Only users at this account level") private var mode: Mode?
  @Option(
    "standing", .choice(Standing.allCases, named: \.name), placeholder: "STANDING",
    "Only users of this standing (active, suspended, merged, erased); the default is the first two")
  private var standing: Standing?

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { connection in
      try connection.fetchAll(
        """
        SELECT \(sql: User.columns) FROM identity_users
        WHERE id > \(page.after ?? UserID(high: 0, low: 0)) AND (\(mode?.rawValue) IS NULL OR mode = \(mode?.rawValue))
          AND standing BETWEEN \((standing ?? .active).rawValue) AND \((standing ?? .suspended).rawValue) ORDER BY id
          LIMIT \(page.sought)
        """, User.init)
    }
    var document = Document("user.list/1")
    document.page("users", User.fields, found: found, page)
    if found.isEmpty {
      let isFiltered = mode != nil || standing != nil
      document.note(
        isFiltered
          ? "There are no such users."
          : page.after == nil
            ? "There are no users. Make one with `qix user create`." : "There are no users after that one.")
    }
    return document
  }
}
