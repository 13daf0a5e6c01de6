internal import IdentityContract
internal import QixModule

/// `qix mode list`
struct ListModes: Command {
  static let declaration = Declaration(
    "list", "List the three modes, or account levels: what each requires, and what each may do.", roles: .everyone,
    discussion: """
      A mode includes those below it. Change them with `qix setting set`: identity.signed-requires, \
      identity.pro-requires, identity.trial-earn-limit and so on.
      """,
    examples: [Example("qix mode list", "as they apply now")],
    answer: AnswerShape("mode.list/1", "modes", rows: Row.fields))

  private struct Row {
    let mode: Mode
    let requires: String
    let limits: [DailyLimit: Int64]
    let users: Int64

    static let fields: [Field<Row>] = [
      Field("mode", .text) { $0.mode.name },
      Field("requires", .text) { $0.requires },
      Field("earn_limit", .coins, "EARN A DAY") { $0.limits[.earn] },
      Field("spend_limit", .coins, "SPEND A DAY") { $0.limits[.spend] },
      Field("users", .integer) { $0.users },
    ]
  }

  func run(in context: Context) throws -> Document {
    let rows = try context.database.read { connection in
      try Mode.allCases.map { mode in
        let users: Int64? = try connection.fetchOne(
          "SELECT count(*) FROM identity_users WHERE mode = \(mode.rawValue) AND standing <= 2")
        let limits = try DailyLimit.allCases.compactMap { limit in
          try Modes().limit(limit, of: mode, in: connection).map { (limit, $0) }
        }
        return Row(
          mode: mode, requires: "\(try Modes.requirement(of: mode, in: connection))",
          limits: Dictionary(uniqueKeysWithValues: limits), users: users ?? 0)
      }
    }
    var document = Document("mode.list/1")
    document.table("modes", Row.fields, rows: rows)
    return document
  }
}
