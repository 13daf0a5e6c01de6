internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user list`
struct ListUsers: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Users at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(UserID.self), placeholder: "USER", "Go on behind this user, the last of the page before")
  private static let mode = OldOption(
    "mode", .choice(Mode.allCases.map(\.name)), "Users in this mode alone")
  private static let standing = OldOption(
    "standing", .choice(Standing.allCases.map(\.name)), placeholder: "STANDING",
    "Users of this standing alone (active, suspended, merged, erased); without it the first two")

  static let declaration = Declaration(
    "list", "List users, the oldest first.", roles: [.operator, .support],
    parameters: [limit, after, mode, standing],
    examples: [
      Example("qix user list --limit 10", "the first ten"),
      Example("qix user list --limit 100000 --tsv | cut -f1", "ids alone, for a script"),
      Example("qix user list --standing suspended", "those who may not act"),
    ])

  private let limit: Int64
  private let after: UserID
  private let mode: Mode?
  private let standing: Standing?

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after] ?? UserID(high: 0, low: 0)
    mode = arguments[Self.mode].flatMap(Mode.init(name:))
    standing = arguments[Self.standing].flatMap { name in Standing.allCases.first { $0.name == name } }
  }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try connection.rows(
        """
        SELECT \(User.columns) FROM identity_users
        WHERE id > ?1 AND (?3 IS NULL OR mode = ?3) AND standing BETWEEN ?4 AND ?5 ORDER BY id LIMIT ?2
        """, .id(after), .integer(limit + 1), .optional(mode?.rawValue),
        .integer((standing ?? .active).rawValue), .integer((standing ?? .suspended).rawValue), read: User.init)
    }
    let users = found.prefix(Int(limit))
    let next = found.count > users.count ? users.last?.id : nil
    var document = Document("user.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !users.isEmpty { document.primary = users.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("users", columns: User.tableColumns, rows: users.map(\.cells))
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix user list --after \(next)`")
    } else if users.isEmpty {
      let isFiltered = mode != nil || standing != nil
      context.terminal.note(
        isFiltered
          ? "There are no such users."
          : "There are no users\(after.high == 0 ? "; make one with `qix user create`" : " behind that one").")
    }
  }
}
