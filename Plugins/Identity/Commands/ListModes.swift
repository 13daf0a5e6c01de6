internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix mode list`
struct ListModes: OldCommand {
  static let declaration = Declaration(
    "list", "List the three modes: what each takes, and what each may do.", roles: .everyone,
    discussion: """
      A mode includes what lies below it. Change what is here with `qix setting set`: identity.signed-requires, \
      identity.pro-requires, identity.trial-earn-limit and so on.
      """,
    examples: [Example("qix mode list", "as they are in force")])

  init(_ arguments: Arguments) {}

  func run(in context: Context) throws {
    let rows: [[Cell]] = try context.database.read { connection in
      try Mode.allCases.map { mode in
        let users = try connection.first(
          "SELECT count(*) FROM identity_users WHERE mode = ?1 AND standing <= 2", .integer(mode.rawValue)
        ) { $0.integer(0) }
        let limits = try DailyLimit.allCases.map { limit in
          try Modes().limit(limit, of: mode, in: connection).map(Cell.coins) ?? .missing
        }
        return [.text(mode.name), .text("\(try Modes.requirement(of: mode, in: connection))")] + limits
          + [.integer(users ?? 0)]
      }
    }
    var document = Document("mode.list/1")
    document.table(
      "modes",
      columns: [
        Column("mode", "MODE"), Column("requires", "REQUIRES"),
        Column("earn_limit", "EARN A DAY", alignment: .trailing),
        Column("spend_limit", "SPEND A DAY", alignment: .trailing), Column("users", "USERS", alignment: .trailing),
      ], rows: rows)
    try context.terminal.emit(document)
  }
}
