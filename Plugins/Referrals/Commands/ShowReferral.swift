internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral show`
struct ShowReferral: OldCommand {
  static let declaration = Declaration(
    "show", "Show a referral programme, and what came of it.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [ReferralOf.name],
    examples: [Example("qix referral show friends", "its terms, and how many were brought, paid and refused")])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(ReferralOf.name) }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let (programme, counts, balance) = try context.database.read { connection in
      let (number, programme) = try ProgrammeStore(connection).require(name)
      return (
        programme, try ClaimStore(connection).count(number),
        try ledger.balance(of: .budget(programme.budget), in: connection)
      )
    }
    let paid = counts.filter { $0.state == .paid }.reduce(0) { $0 + $1.count }
    let all = counts.reduce(0) { $0 + $1.count }
    var document = Document("referral.show/1")
    ReferralOf.describe(programme, in: &document)
    document.field("available", "left in the budget", .coins(balance.available))
    document.field("claims", "brought", .integer(all))
    document.field("paid", "paid for", .integer(paid))
    document.field(
      "paid_percent", "of these, percent",
      all == 0 ? .missing : .decimal(Double(paid) * 100 / Double(all), places: 1))
    document.field("coins", "coins paid", .coins(paid * programme.cost))
    document.table(
      "states", title: "What became of them",
      columns: [
        Column("state", "STATE"), Column("refusal", "BECAUSE"), Column("count", "USERS", alignment: .trailing),
      ],
      rows: counts.map { [.text($0.state.name), $0.refusal.map { .text($0) } ?? .missing, .integer($0.count)] })
    try context.terminal.emit(document)
  }
}
