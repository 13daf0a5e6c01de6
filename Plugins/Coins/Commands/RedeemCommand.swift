internal import CoinsContract
internal import QixModule

/// `qix coins redeem`
struct RedeemCommand: Command {
  static let declaration = Declaration(
    "redeem", "Spend a user's coins; those that expire soonest go first.", roles: [.operator, .integrator],
    examples: [
      Example("qix coins redeem --from shop-4711 --amount 100 --reason \"a coffee\"", "100 coins are spent")
    ],
    answer: .transfer | .approval, effect: .changes)

  @Option("from", .user, placeholder: "USER", "Who spends: usr_… or external id") private var from: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("redeem", in: context) { names, connection in
      .redeem(amount, from: try names.account(from, in: connection))
    }
  }
}
