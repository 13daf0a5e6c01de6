internal import CoinsContract
internal import QixModule

/// `qix budget show`
struct ShowBudget: Command {
  static let declaration = Declaration(
    "show", "Show a budget: what was put into it, what was granted from it, its last movements.",
    roles: [.operator, .integrator, .auditor],
    discussion: "Integrators don't see which users a budget has paid, nor the keys.",
    examples: [Example("qix budget show summer", "one budget")],
    answer: """
      budget.show/1: budget text, id id, balance coins, held coins, available coins, created time, movements [transfer
      id?, at time, kind text, amount coins?, balance coins, other text, expires time?, reason text?, key text?, booked time?]
      """)

  private let budget = BudgetNamed()

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let name = budget.name
    let (budget, movements) = try context.database.read { connection in
      guard let budget = try Budgets.find(name, at: now, in: connection) else { throw CoinsError.noBudget(name) }
      return (budget, try History.page(of: .budget(name), limit: 5, in: connection).movements)
    }
    var document = Document("budget.show/1")
    document.primary = "budget:\(name)"
    document.fields(Budgets.Budget.fields, of: budget)
    // A wallet's history is of a user whom the caller names; a budget's is of everybody.
    document.table(
      "movements", title: "Last movements", columns: Array(History.columns.dropLast(2)) + History.columns.suffix(1),
      rows: movements.map { movement in
        var cells = Array(movement.cells.dropLast(2)) + movement.cells.suffix(1)
        cells[0] = .confidential(.trace, cells[0])
        return cells
      })
    return document
  }
}
