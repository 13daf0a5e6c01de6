internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user find`
struct FindUser: Command {
  private static let text = Positional("text", .text, "Beginning of an external id or of a usr_… id")
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...1_000), placeholder: "N", "Users at most", default: "20")

  static let declaration = Declaration(
    "find", "Find users by the beginning of their external id or id.", roles: [.operator, .support],
    parameters: [text, limit],
    examples: [Example("qix user find shop-47", "all whose external id begins so")])

  private let text: String
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    text = try arguments.require(Self.text)
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let users = try context.database.read { connection in
      if let (low, high) = Self.range(of: text) {
        return try connection.rows(
          "SELECT \(User.columns) FROM identity_users WHERE id >= ?1 AND id <= ?2 ORDER BY id LIMIT ?3", .id(low),
          .id(high), .integer(limit), read: User.init)
      }
      // Every text that begins so lies between it and it followed by the greatest character.
      return try connection.rows(
        """
        SELECT \(User.columns) FROM identity_users WHERE external_id >= ?1 AND external_id <= ?2
        ORDER BY external_id LIMIT ?3
        """, .text(text), .text(text + "\u{10FFFF}"), .integer(limit), read: User.init)
    }
    guard !users.isEmpty else { throw UserError.notFound(text) }
    var document = Document("user.find/1")
    document.primary = users.map { "\($0.id)" }.joined(separator: "\n")
    document.table("users", columns: User.tableColumns, rows: users.map(\.cells))
    try context.terminal.emit(document)
  }

  /// The ids that begin with a text such as `usr_01j`.
  private static func range(of text: String) -> (UserID, UserID)? {
    guard text.hasPrefix("usr_") else { return nil }
    let digits = String(text.dropFirst(4))
    // The first digit of an id holds two bits only.
    guard digits.count <= 26,
      let low = UserID("usr_" + digits + String(repeating: "0", count: 26 - digits.count)),
      let high = UserID(
        "usr_" + digits + (digits.isEmpty ? "7" : "") + String(repeating: "z", count: 26 - max(1, digits.count)))
    else { return nil }
    return (low, high)
  }
}
