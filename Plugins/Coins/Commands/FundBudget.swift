internal import CoinsContract
internal import QixModule

/// `qix budget fund`
struct FundBudget: Command {
  static let declaration = Declaration(
    "fund", "Put new coins into a budget.", roles: [.operator],
    discussion: "To take out what is left, reverse the funding with `qix coins reverse`.",
    examples: [Example("qix budget fund summer --amount 50000 --reason \"second wave\"", "50,000 more")],
    answer: .transfer | .approval,
    effect: .changes, grants: true)

  private let budget = BudgetNamed()
  @Option("amount", .coins, "How many new coins") private var amount: Int64
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("fund", in: context) { _, _ in .fund(amount, to: .budget(budget.name)) }
  }
}
