internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins redeem`
struct RedeemCommand: OldCommand {
  private static let from = OldOption(
    "from", .text, placeholder: "USER", "Who spends: usr_… or external id", isRequired: true)
  private static let amount = OldOption("amount", .coins, "How many coins", isRequired: true)

  static let declaration = Declaration(
    "redeem", "Spend a user's coins; those that expire soonest go first.", roles: [.operator, .integrator],
    parameters: [from, amount] + Movement.parameters,
    examples: [
      Example("qix coins redeem --from shop-4711 --amount 100 --reason \"a coffee\"", "100 coins are spent")
    ], effect: .changes)

  private let from: String
  private let amount: Int64
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    from = try arguments.require(Self.from)
    amount = try arguments.require(Self.amount)
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("redeem", in: context) { names, connection in
      .redeem(amount, from: try names.account(from, in: connection))
    }
  }
}
