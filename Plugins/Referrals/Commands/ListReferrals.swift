internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral list`
struct ListReferrals: OldCommand {
  static let declaration = Declaration(
    "list", "List the referral programmes.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix referral list", "all of them, with what they have paid for")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let rows = try context.database.read { connection in
      try ProgrammeStore(connection).all().map { number, programme in
        (
          programme, try ClaimStore(connection).paid(number),
          try ledger.balance(of: .budget(programme.budget), in: connection).available
        )
      }
    }
    var document = Document("referral.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.0.name).joined(separator: "\n") }
    document.table(
      "programmes",
      columns: [
        Column("programme", "PROGRAMME"), Column("title", "TITLE"),
        Column("referrer_coins", "REFERRER", alignment: .trailing),
        Column("referee_coins", "REFEREE", alignment: .trailing), Column("paid", "PAID FOR", alignment: .trailing),
        Column("available", "IN THE BUDGET", alignment: .trailing), Column("start", "FROM"), Column("end", "UNTIL"),
      ],
      rows: rows.map { programme, paid, available in
        [
          .text(programme.name), .text(programme.title), .coins(programme.referrerCoins),
          .coins(programme.refereeCoins), .integer(paid), .coins(available), .timestamp(programme.start),
          programme.end.map { .timestamp($0) } ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("There are no programmes; `qix referral create` makes one.") }
  }
}
