internal import QixModule

/// `qix budget list`
struct ListBudgets: Command {
  static let declaration = Declaration(
    "list", "List the budgets and what is in them.", roles: [.operator, .auditor],
    examples: [Example("qix budget list", "all of them")],
    answer: AnswerShape("budget.list/1", "budgets", rows: Budgets.Budget.fields))

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let budgets = try context.database.read { try Budgets.all(at: now, in: $0) }
    var document = Document("budget.list/1")
    if !budgets.isEmpty { document.primary = budgets.map { "budget:\($0.name)" }.joined(separator: "\n") }
    document.table("budgets", Budgets.Budget.fields, rows: budgets)
    if budgets.isEmpty { document.note("There are no budgets. Make one with `qix budget create NAME`.") }
    return document
  }
}
