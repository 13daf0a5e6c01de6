internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage

/// The ledger as other modules see it.
struct LedgerService: CoinLedger {
  let clock: any Clock
  let random: any RandomSource
  let policy: (any ModePolicy)?

  func post(_ operations: [Operation], in connection: Connection) throws -> [Outcome] {
    let ledger = try Ledger(connection, random: random, policy: policy)
    try ledger.begin(at: clock.now())
    let outcomes = try ledger.applyLinked(operations)
    try ledger.seal()
    return outcomes
  }

  func post(
    _ operation: Operation, by actor: String, isDryRun: Bool, in connection: Connection
  ) throws -> AdmittedOperation {
    let ledger = try Ledger(connection, random: random, policy: policy)
    let now = clock.now()
    try ledger.begin(at: now)
    let gate = ApprovalGate(actor: actor, now: now, random: random, connection: connection)
    switch try ledger.apply(operation, by: gate) {
    case .done(let outcome):
      try ledger.seal()
      return .done(outcome)
    case .waits(let approval, let limit):
      if isDryRun { throw ApprovalError.wouldBeNeeded(amount: approval.amount, limit: limit) }
      return .waits(
        ApprovalRequest(
          id: "\(approval.id)", operation: approval.operation,
          error: ApprovalError.needed(approval.id, amount: approval.amount, limit: limit)))
    }
  }

  func fundings(of budget: String, in connection: Connection) throws -> [(transfer: TransferID, left: Int64)] {
    try Budgets.fundings(of: budget, in: connection)
  }

  func forEachPayment(
    from budget: String, in connection: Connection, _ body: (TransferID, _ key: String?, Int64) throws -> Void
  ) throws {
    try Budgets.forEachPayment(from: budget, in: connection, body)
  }

  func session(in connection: Connection) throws -> any LedgerSession {
    try Ledger(connection, random: random, policy: policy)
  }

  func makeBudget(_ name: String, in connection: Connection) throws -> Bool {
    try Budgets.create(name, at: clock.now(), random: random, in: connection)
  }

  func balance(of account: AccountReference, in connection: Connection) throws -> Balance {
    try Wallet.balance(of: account, at: clock.now(), in: connection)
  }

  func outcome(of transfer: TransferID, in connection: Connection) throws -> Outcome? {
    let select = try connection.statement("SELECT kind, amount FROM coins_transfers WHERE id = ?1")
    select.bind(transfer, at: 1)
    return try select.first { row in
      Outcome(
        transfer: transfer, kind: try Ledger.kind(row.integer(0)), amount: row.integer(1), isReplay: true)
    }
  }
}

extension Ledger: LedgerSession {
  func applyLinked(_ operations: [Operation]) throws -> [Outcome] {
    try applyLinked(operations, starting: { _ in })
  }
}
