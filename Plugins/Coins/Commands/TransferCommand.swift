internal import CoinsContract
internal import QixModule

/// `qix coins transfer`
struct TransferCommand: Command {
  static let declaration = Declaration(
    "transfer", "Move coins from one user to another, or from one budget to another.", roles: [.operator],
    discussion: "Coins keep their expiry; those that expire soonest go first.",
    examples: [Example("qix coins transfer --from shop-4711 --to shop-4712 --amount 20", "a gift")],
    answer: .transfer | .approval,
    effect: .changes)

  @Option("from", .user, placeholder: "ACCOUNT", "A user, or budget:NAME") private var from: String
  @Option("to", .user, placeholder: "ACCOUNT", "A user, or budget:NAME") private var to: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("transfer", in: context) { names, connection in
      .transfer(
        amount, from: try names.account(from, in: connection), to: try names.account(to, in: connection))
    }
  }
}
