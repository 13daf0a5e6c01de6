internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix budget create`
struct CreateBudget: Command {
  static let declaration = Declaration(
    "create", "Make a budget that coins are granted from.", roles: [.operator],
    discussion: "A budget can't give more than was put into it.",
    examples: [
      Example("qix budget create summer --amount 100000", "with 100,000 coins in it")
    ],
    answer: "budget.create/1: budget text, available coins" | .approval, effect: .changes)

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'") private var name: String
  @Option("amount", .coins, "Fund it at once with so many new coins") private var amount: Int64?
  @Option(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private var key: String?

  func check() throws {
    if key != nil, amount == nil {
      throw UsageError(
        "--idempotency-key is only for a budget that is funded at once",
        hint: "Add --amount N, or leave --idempotency-key out.")
    }
  }

  func run(in context: Context) throws -> Document {
    let (actor, now) = (context.database.actor, context.clock.now())
    let (balance, waits) = try context.change("coins.budget", subject: name) { connection, change in
      let gate = ApprovalGate(actor: actor, now: now, random: context.random, connection: connection)
      if let waits = try create(in: connection, gate, context) {
        change.action = "coins.request-approval"
        change.subject = "\(waits.approval.id): \(waits.approval.operation)"
        return (Balance(posted: 0, held: 0, available: 0), waits as (approval: Approval, limit: Int64)?)
      }
      return (try Wallet.balance(of: .budget(name), at: now, in: connection), nil)
    }
    if let waits { return waits.approval.asking(at: now, limit: waits.limit) }
    var document = Document("budget.create/1")
    document.primary = "budget:\(name)"
    document.field("budget", .text(name))
    document.field("available", .coins(balance.available))
    document.next(
      amount == nil
        ? "`qix budget fund \(name) --amount N`" : "`qix coins issue --from budget:\(name) --to USER --amount 50`")
    return document
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
        funding.reason = context.invocation.reason
        let outcome = try ledger.apply(funding)
        guard isNew || outcome.isReplay else { throw CoinsError.budgetExists(name) }
        if !outcome.isReplay, let limit = try gate.limit() {
          let wanted = NewCoins(funding, reason: context.invocation.reason, scratch: &ledger.scratch)
          guard try gate.admit(wanted, limit: limit) != nil else { throw NeedsApproval(wanted: wanted, limit: limit) }
        }
        try ledger.seal()
      }
      return nil
    } catch let needed as NeedsApproval {
      // A dry run asks nobody.
      if context.isDryRun { throw ApprovalError.wouldBeNeeded(amount: needed.wanted.amount, limit: needed.limit) }
      return (try gate.request(needed.wanted), needed.limit)
    }
  }
}
