internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix budget create`
struct CreateBudget: Command {
  private static let name = Positional("name", .text, "Lower-case letters, digits, '-' and '_'")
  private static let amount = Option("amount", .coins, "Fund it at once with so many new coins")

  static let declaration = Declaration(
    "create", "Make a budget that coins are granted from.",
    discussion: "A budget can't give more than was put into it.",
    parameters: [name, amount],
    examples: [
      Example("qix budget create summer --amount 100000", "with 100,000 coins in it"),
      Example("qix coins issue --from budget:summer --to shop-4711 --amount 50", "then grant from it"),
    ], effect: .changes)

  private let name: String
  private let amount: Int64?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    amount = arguments[Self.amount]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let change = Change("coins.budget", subject: name, reason: reason)
    let balance = try context.database.write(change, isDryRun: isDryRun) { connection, _ in
      try Budgets.create(name, at: context.clock.now(), random: context.random, in: connection)
      if let amount {
        let ledger = try Ledger(connection, random: context.random)
        try ledger.begin(at: context.clock.now())
        var funding = Operation.fund(amount, to: .budget(name))
        funding.reason = reason
        _ = try ledger.apply(funding)
        try ledger.seal()
      }
      return try Wallet.balance(of: .budget(name), at: context.clock.now(), in: connection)
    }
    var document = Document("budget.create/1")
    document.primary = "budget:\(name)"
    document.field("budget", "budget", .text(name))
    document.field("available", "available", .coins(balance.available))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : amount == nil
          ? "Next: `qix budget fund \(name) --amount N`."
          : "Next: `qix coins issue --from budget:\(name) --to USER --amount 50`.")
  }
}
