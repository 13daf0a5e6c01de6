internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins transfer`
struct TransferCommand: OldCommand {
  private static let from = OldOption("from", .text, placeholder: "ACCOUNT", "A user, or budget:NAME", isRequired: true)
  private static let to = OldOption("to", .text, placeholder: "ACCOUNT", "A user, or budget:NAME", isRequired: true)
  private static let amount = OldOption("amount", .coins, "How many coins", isRequired: true)

  static let declaration = Declaration(
    "transfer", "Move coins from one user to another, or from one budget to another.", roles: [.operator],
    discussion: "Coins keep their expiry; those that expire soonest go first.",
    parameters: [from, to, amount] + Movement.parameters,
    examples: [Example("qix coins transfer --from shop-4711 --to shop-4712 --amount 20", "a gift")],
    effect: .changes)

  private let from: String
  private let to: String
  private let amount: Int64
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    from = try arguments.require(Self.from)
    to = try arguments.require(Self.to)
    amount = try arguments.require(Self.amount)
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("transfer", in: context) { names, connection in
      .transfer(
        amount, from: try names.account(from, in: connection), to: try names.account(to, in: connection))
    }
  }
}
