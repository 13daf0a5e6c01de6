internal import CoinsContract
internal import QixModule

/// `qix budget show`
struct ShowBudget: Command {
  static let declaration = Declaration(
    "show", "Show a budget: what was put into it, what was granted from it, its last movements.",
    roles: [.operator, .integrator, .auditor],
    discussion: "Integrators don't see which users a budget has paid, nor the keys.",
    examples: [Example("qix budget show summer", "one budget")],
    answer: AnswerShape("budget.show/1", fields))

  private static let fields: [Field<(budget: Budgets.Budget, movements: [History.Movement])>] =
    Budgets.Budget.fields.of { $0.budget }
    + [Field("movements", rows: History.ofBudget, title: "Last movements") { $0.movements }]

  private let budget = BudgetNamed()

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let name = budget.name
    let (budget, movements) = try context.database.read { connection in
      guard let budget = try Budgets.find(name, at: now, in: connection) else { throw CoinsError.noBudget(name) }
      return (budget, try History.page(of: .budget(name), limit: 5, in: connection).movements)
    }
    var document = Document("budget.show/1", Self.fields, of: (budget: budget, movements: movements))
    document.primary = "budget:\(name)"
    return document
  }
}
