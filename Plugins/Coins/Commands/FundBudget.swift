internal import CoinsContract
internal import QixKernel
internal import QixTerminal

/// `qix budget fund`
struct FundBudget: OldCommand {
  private static let name = OldPositional("name", .text, "The budget")
  private static let amount = OldOption("amount", .coins, "How many new coins", isRequired: true)

  static let declaration = Declaration(
    "fund", "Put new coins into a budget.", roles: [.operator],
    discussion: "What is left over is taken out again with `qix coins reverse` of the funding.",
    parameters: [name, amount] + Movement.parameters,
    examples: [Example("qix budget fund summer --amount 50000 --reason \"second wave\"", "50,000 more")],
    effect: .changes)

  private let name: String
  private let amount: Int64
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    let given = try arguments.require(Self.name)
    name = given.hasPrefix("budget:") ? String(given.dropFirst("budget:".count)) : given
    amount = try arguments.require(Self.amount)
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("fund", in: context) { _, _ in .fund(amount, to: .budget(name)) }
  }
}
