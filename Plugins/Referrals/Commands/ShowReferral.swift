internal import CoinsContract
internal import QixModule

/// `qix referral show`
struct ShowReferral: Command {
  static let declaration = Declaration(
    "show", "Show a referral programme and its results.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix referral show friends", "its terms, and how many users were referred, paid for and refused")
    ],
    answer: """
      referral.show/1: programme text, title text, referrer_coins coins, referee_coins coins, budget text, shakes
      integer, campaign id?, type text?, minimum_mode text, newcomer text, within text, wait text, per_referrer
      integer?, total integer?, expires text?, start time, end time?, available coins, claims integer, paid integer,
      paid_percent decimal?, coins coins, states [state text, refusal text?, count integer]
      """)

  private let programme = ProgrammeNamed()

  private static let states: [RowField<(state: Referral.State, refusal: String?, count: Int64)>] = [
    RowField("state") { .text($0.state.name) },
    RowField("refusal", "BECAUSE") { .text($0.refusal) },
    RowField(number: "count", "USERS") { .integer($0.count) },
  ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let (programme, counts, balance) = try context.database.read { connection in
      let (number, programme) = try ProgrammeStore(connection).require(self.programme.name)
      return (
        programme, try ReferralStore(connection).count(number),
        try ledger.balance(of: .budget(programme.budget), in: connection)
      )
    }
    let paid = counts.filter { $0.state == .paid }.reduce(0) { $0 + $1.count }
    let all = counts.reduce(0) { $0 + $1.count }
    var document = programme.document("referral.show/1")
    document.field("available", "left in the budget", .coins(balance.available))
    document.field("claims", "brought", .integer(all))
    document.field("paid", "paid for", .integer(paid))
    document.field(
      "paid_percent", "share paid for",
      .percent(all == 0 ? nil : Double(paid) * 100 / Double(all)))
    document.field("coins", "coins paid", .coins(paid * programme.cost))
    document.table("states", title: "What became of them", Self.states, rows: counts)
    return document
  }
}
