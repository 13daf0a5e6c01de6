internal import CoinsContract
internal import QixModule

/// `qix referral list`
struct ListReferrals: Command {
  static let declaration = Declaration(
    "list", "List the referral programmes.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: "Customers see those that are open now.",
    examples: [Example("qix referral list", "all of them, with what they have paid for")],
    answer: AnswerShape("referral.list/2", "programmes", rows: fields))

  private static let fields: [Field<(programme: Programme, paid: Int64, available: Int64)>] = [
    Field("programme", .text) { $0.programme.name },
    Field("title", .text) { $0.programme.title },
    Field("referrer_coins", .coins, "REFERRER") { $0.programme.referrerCoins },
    Field("referee_coins", .coins, "REFEREE") { $0.programme.refereeCoins },
    Field("paid", .integer, "PAID FOR", for: .business) { $0.paid },
    Field("available", .coins, "IN THE BUDGET", for: .business) { $0.available },
    Field("start", .time, "FROM") { $0.programme.start },
    Field("end", .time, "UNTIL") { $0.programme.end },
  ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let rows: [(programme: Programme, paid: Int64, available: Int64)] = try context.database.read { connection in
      let kept = try ProgrammeStore(connection).all().filter { context.maySee($0.programme) }
      guard context.mayTell(.business) else { return kept.map { ($0.programme, 0, 0) } }
      return try kept.map { number, programme in
        (
          programme, try ReferralStore(connection).paid(number),
          try ledger.balance(of: .budget(programme.budget), in: connection).available
        )
      }
    }
    var document = Document("referral.list/2")
    if !rows.isEmpty { document.primary = rows.map(\.programme.name).joined(separator: "\n") }
    document.table("programmes", Self.fields, rows: rows)
    if rows.isEmpty { document.note("There are no programmes. `qix referral create` makes one.") }
    return document
  }
}
