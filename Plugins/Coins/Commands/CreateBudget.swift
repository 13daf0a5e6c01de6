internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix budget create`
struct CreateBudget: OldCommand {
  private static let name = OldPositional("name", .text, "Lower-case letters, digits, '-' and '_'")
  private static let amount = OldOption("amount", .coins, "Fund it at once with so many new coins")

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
    let actor = context.database.actor
    let (balance, waits) = try context.database.write(
      Change("coins.budget", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let gate = ApprovalGate(
        actor: actor, now: context.clock.now(), random: context.random, connection: connection)
      if let waits = try create(in: connection, gate, context) {
        change.action = "coins.request-approval"
        change.subject = "\(waits.approval.id): \(waits.approval.operation)"
        return (Balance(posted: 0, held: 0, available: 0), waits as (approval: Approval, limit: Int64)?)
      }
      return (try Wallet.balance(of: .budget(name), at: context.clock.now(), in: connection), nil)
    }
    if let waits { try waits.approval.ask(in: context, limit: waits.limit) }
    try answer(balance, in: context.terminal)
  }

  private struct NeedsApproval: Error {
    let wanted: NewCoins
    let limit: Int64
  }

  /// Makes it and funds it; a repeat with the same key finds both done.
  /// - Returns: the request, where somebody has to approve the coins first; then there is no budget either.
  private func create(
    in connection: Connection, _ gate: ApprovalGate, _ context: Context
  ) throws -> (approval: Approval, limit: Int64)? {
    try ReservedKeys(context.registry).check(key, in: connection)
    do {
      try connection.savepoint {
        let isNew = try Budgets.create(name, at: gate.now, random: context.random, in: connection)
        guard let amount else {
          guard isNew else { throw CoinsError.budgetExists(name) }
          return
        }
        let ledger = try Ledger(connection, random: context.random)
        try ledger.begin(at: gate.now)
        var funding = Operation.fund(amount, to: .budget(name))
        funding.key = key
        funding.reason = reason
        let outcome = try ledger.apply(funding)
        guard isNew || outcome.isReplay else { throw CoinsError.budgetExists(name) }
        if !outcome.isReplay, let limit = try gate.limit() {
          let wanted = NewCoins(funding, reason: reason, scratch: &ledger.scratch)
          guard try gate.admit(wanted, limit: limit) != nil else { throw NeedsApproval(wanted: wanted, limit: limit) }
        }
        try ledger.seal()
      }
      return nil
    } catch let needed as NeedsApproval {
      // A dry run asks nobody.
      if isDryRun { throw ApprovalError.wouldBeNeeded(amount: needed.wanted.amount, limit: needed.limit) }
      return (try gate.request(needed.wanted), needed.limit)
    }
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
