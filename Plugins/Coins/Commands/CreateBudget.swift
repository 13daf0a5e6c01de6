internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix budget create`
struct CreateBudget: Command {
  private static let name = Positional("name", .text, "Lower-case letters, digits, '-' and '_'")
  private static let amount = Option("amount", .coins, "Fund it at once with so many new coins")

  static let declaration = Declaration(
    "create", "Make a budget that coins are granted from.", roles: [.operator],
    discussion: "A budget can't give more than was put into it.",
    parameters: [name, amount, Movement.key],
    examples: [
      Example("qix budget create summer --amount 100000", "with 100,000 coins in it")
    ], effect: .changes)

  private let name: String
  private let amount: Int64?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    amount = arguments[Self.amount]
    key = arguments[Movement.key]
    if key != nil, amount == nil {
      throw UsageError(
        "--idempotency-key is only for a budget that is funded at once",
        hint: "Add --amount N, or leave --idempotency-key out.")
    }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let change = Change("coins.budget", subject: name, reason: reason)
    let balance = try context.database.write(change, isDryRun: isDryRun) { connection, _ in
      try create(in: connection, context)
      return try Wallet.balance(of: .budget(name), at: context.clock.now(), in: connection)
    }
    try answer(balance, in: context.terminal)
  }

  /// Makes it and funds it; a repeat with the same key finds both done.
  private func create(in connection: Connection, _ context: Context) throws {
    let isNew = try Budgets.create(name, at: context.clock.now(), random: context.random, in: connection)
    guard let amount else {
      guard isNew else { throw CoinsError.budgetExists(name) }
      return
    }
    let ledger = try Ledger(connection, random: context.random)
    try ledger.begin(at: context.clock.now())
    var funding = Operation.fund(amount, to: .budget(name))
    funding.key = key
    funding.reason = reason
    let outcome = try ledger.apply(funding)
    guard isNew || outcome.isReplay else { throw CoinsError.budgetExists(name) }
    try ledger.seal()
  }

  private func answer(_ balance: Balance, in terminal: Terminal) throws {
    var document = Document("budget.create/1")
    document.primary = "budget:\(name)"
    document.field("budget", "budget", .text(name))
    document.field("available", "available", .coins(balance.available))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    terminal.note(
      isDryRun
        ? "Nothing was changed."
        : amount == nil
          ? "Next: `qix budget fund \(name) --amount N`."
          : "Next: `qix coins issue --from budget:\(name) --to USER --amount 50`.")
  }
}
