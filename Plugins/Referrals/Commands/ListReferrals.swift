internal import CoinsContract
internal import QixModule

/// `qix referral list`
struct ListReferrals: Command {
  static let declaration = Declaration(
    "list", "List the referral programmes.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix referral list", "all of them, with what they have paid for")],
    answer: """
      referral.list/1: programmes [programme text, title text, referrer_coins coins, referee_coins coins, paid
      integer, available coins, start time, end time?]
      """)

  private static let fields: [RowField<(programme: Programme, paid: Int64, available: Int64)>] = [
    RowField("programme") { .text($0.programme.name) },
    RowField("title") { .text($0.programme.title) },
    RowField(number: "referrer_coins", "REFERRER") { .coins($0.programme.referrerCoins) },
    RowField(number: "referee_coins", "REFEREE") { .coins($0.programme.refereeCoins) },
    RowField(number: "paid", "PAID FOR") { .integer($0.paid) },
    RowField(number: "available", "IN THE BUDGET") { .coins($0.available) },
    RowField("start", "FROM") { .timestamp($0.programme.start) },
    RowField("end", "UNTIL") { .timestamp($0.programme.end) },
  ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let rows = try context.database.read { connection in
      try ProgrammeStore(connection).all().map { number, programme in
        (
          programme: programme, paid: try ReferralStore(connection).paid(number),
          available: try ledger.balance(of: .budget(programme.budget), in: connection).available
        )
      }
    }
    var document = Document("referral.list/1")
    if !rows.isEmpty { document.primary = rows.map(\.programme.name).joined(separator: "\n") }
    document.table("programmes", Self.fields, rows: rows)
    if rows.isEmpty { document.note("There are no programmes. `qix referral create` makes one.") }
    return document
  }
}
