internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix budget create`
struct CreateBudget: Command {
  static let declaration = Declaration(
    "create", "Make a budget that coins are granted from.", roles: [.operator],
    discussion: "A budget can't give more than was put into it.",
    examples: [
      Example("qix budget create autumn --amount 100000", "with 100,000 coins in it"),
      Example("qix budget create autumn --if-not-exists", "in a script that runs again"),
    ],
    answer: AnswerShape("budget.create/1", fields) | .approval, effect: .changes, grants: true)

  private static let fields: [Field<(name: String, balance: Balance)>] = [
    Field("budget", .text) { $0.name },
    Field("available", .coins) { $0.balance.available },
  ]

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'") private var name: String
  @Option("amount", .coins, "Fund it at once with this many new coins") private var amount: Int64?
  @Option(
    "idempotency-key", .key, "Do it once: the same key again gives the first result")
  private var key: String?
  private let unlessThere = IfNotExistsFlag()

  func run(in context: Context) throws -> Document {
    try unlessThere.answer(existing: { try existing(in: context) }, orMake: { try make(in: context) })
  }

  private func existing(in context: Context) throws -> Document? {
    let ledger = try context.service(Coins.ledger)
    do {
      return answer(try context.database.read { try ledger.balance(of: .budget(name), in: $0) })
    } catch CoinsError.noBudget {
      return nil
    }
  }

  private func answer(_ balance: Balance) -> Document {
    var document = Document("budget.create/1", Self.fields, of: (name: name, balance: balance))
    document.primary = "budget:\(name)"
    return document
  }

  private func make(in context: Context) throws -> Document {
    let policy = try Ledger.policy(in: context)
    let admitted = try context.change("coins.budget", subject: name) { connection, change in
      let admitted = try create(in: connection, policy, context)
      if case .waits(let request) = admitted { change.requests(request) }
      return admitted
    }
    switch admitted {
    case .waits(let request): return request.document(at: context.clock.now())
    case .done(let balance):
      var document = answer(balance)
      document.next(
        amount == nil
          ? "`qix budget fund \(name) --amount N`" : "`qix coins issue --from budget:\(name) --to USER --amount 50`")
      return document
    }
  }

  /// Makes it and funds it; a repeat with the same key finds both done. Where somebody has to approve the coins first
  /// there is no budget either.
  private func create(
    in connection: Connection, _ policy: (any ModePolicy)?, _ context: Context
  ) throws -> Admitted<Balance> {
    try ReservedKeys(context.registry).check(key, in: connection)
    let gate = ApprovalGate(context, isDryRun: context.isDryRun, in: connection)
    let admitted = try Ledger.block(in: context, connection, policy: policy, grantor: context.principal) { ledger in
      try ledger.onTrial(by: gate) {
        let isNew = try Budgets.create(name, at: gate.now, random: context.random, in: connection)
        guard let amount else {
          // No transfer keeps the key: under one, a budget without coins is what was asked for.
          let isRepeat = try key != nil && Wallet.balance(of: .budget(name), at: gate.now, in: connection).posted == 0
          guard isNew || isRepeat else { throw CoinsError.budgetExists(name) }
          return ((), nil)
        }
        var funding = Operation.fund(amount, to: .budget(name))
        funding.key = key
        funding.reason = context.invocation.reason
        let outcome = try ledger.apply(funding)
        guard isNew || outcome.isReplay else { throw CoinsError.budgetExists(name) }
        return ((), outcome.isReplay ? nil : NewCoins(funding, reason: funding.reason, scratch: &ledger.scratch))
      }
    }
    switch admitted {
    case .waits(let request): return .waits(request)
    case .done: return .done(try Wallet.balance(of: .budget(name), at: gate.now, in: connection))
    }
  }
}
