internal import CoinsContract
internal import QixModule

/// `qix referral show`
struct ShowReferral: Command {
  static let declaration = Declaration(
    "show", "Show a referral programme and its results.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: "Customers see the terms of those that are open now.",
    examples: [
      Example("qix referral show friends", "its terms, and how many users were referred, paid for and refused")
    ],
    answer: AnswerShape("referral.show/2", Page.fields), givenByCustomers: ["programme"])

  private let programme = ProgrammeNamed()

  private struct Page {
    let programme: Programme
    let counts: [(state: Referral.State, refusal: String?, count: Int64)]
    let balance: Balance

    private var all: Int64 { counts.reduce(0) { $0 + $1.count } }
    private var paid: Int64 { counts.filter { $0.state == .paid }.reduce(0) { $0 + $1.count } }

    private static let states: [Field<(state: Referral.State, refusal: String?, count: Int64)>] = [
      Field("state", .text) { $0.state.name },
      Field("refusal", .text, "BECAUSE") { $0.refusal },
      Field("count", .integer, "USERS") { $0.count },
    ]

    static let fields: [Field<Page>] =
      Programme.fields(hidingBusiness: .business).of { $0.programme } + [
        Field("available", .coins, "left in the budget", for: .business) { $0.balance.available },
        Field("claims", .integer, "brought", for: .business) { $0.all },
        Field("paid", .integer, "paid for", for: .business) { $0.paid },
        Field("paid_percent", .percent(), "share paid for", for: .business) {
          $0.all == 0 ? nil : Double($0.paid) * 100 / Double($0.all)
        },
        Field("coins", .coins, "coins paid", for: .business) { $0.paid * $0.programme.cost },
        Field("states", rows: states, title: "What became of them") { $0.counts },
      ]
  }

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let page = try context.database.read { connection in
      let store = ProgrammeStore(connection)
      let (number, programme) = try store.require(self.programme.name)
      guard context.maySee(programme) else { throw try store.missing(self.programme.name) }
      return Page(
        programme: programme,
        counts: context.mayTell(.business) ? try ReferralStore(connection).count(number) : [],
        balance: try ledger.balance(of: .budget(programme.budget), in: connection))
    }
    var document = Document("referral.show/2", Page.fields, of: page)
    document.primary = page.programme.name
    return document
  }
}
