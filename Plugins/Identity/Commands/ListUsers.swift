internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user list`
struct ListUsers: Command {
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Users at most", default: "50")
  private static let after = Option(
    "after", .identifier(UserID.self), placeholder: "USER", "Go on behind this user, the last of the page before")

  static let declaration = Declaration(
    "list", "List users, the oldest first.", roles: [.operator, .support], parameters: [limit, after],
    examples: [
      Example("qix user list --limit 10", "the first ten"),
      Example("qix user list --limit 100000 --tsv | cut -f1", "ids alone, for a script"),
    ])

  private let limit: Int64
  private let after: UserID

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after] ?? UserID(high: 0, low: 0)
  }

  func run(in context: Context) throws {
    let users = try context.database.read { connection in
      try connection.rows(
        "SELECT \(User.columns) FROM identity_users WHERE id > ?1 ORDER BY id LIMIT ?2", .id(after), .integer(limit),
        read: User.init)
    }
    var document = Document("user.list/1")
    if !users.isEmpty { document.primary = users.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("users", columns: User.tableColumns, rows: users.map(\.cells))
    try context.terminal.emit(document)
    if let last = users.last, users.count == Int(limit) {
      context.terminal.note("There may be more: `qix user list --after \(last.id)`.")
    } else if users.isEmpty {
      context.terminal.note(
        "There are no users\(after.high == 0 ? "; make one with `qix user create`" : " behind that one").")
    }
  }
}
