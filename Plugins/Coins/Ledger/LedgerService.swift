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
      return .waits(approval.request(limit: limit))
    }
  }

  func giveBack(
    _ operations: [Operation], _ rule: GraceForExpired?, by actor: String, isDryRun: Bool, in connection: Connection
  ) throws -> AdmittedReturn {
    let ledger = try Ledger(connection, random: random, policy: policy)
    let now = clock.now()
    try ledger.begin(at: now)
    let gate = ApprovalGate(actor: actor, now: now, random: random, connection: connection)
    switch try ledger.giveBack(operations, rule, by: gate) {
    case .done(let outcomes, let anew):
      try ledger.seal()
      return .done(outcomes, anew: anew)
    case .waits(let approval, let limit):
      if isDryRun { throw ApprovalError.wouldBeNeeded(amount: approval.amount, limit: limit) }
      return .waits(approval.request(limit: limit))
    }
  }

  func fundings(of budget: String, in connection: Connection) throws -> [(transfer: TransferID, left: Int64)] {
    try Budgets.fundings(of: budget, asset: .coins, in: connection)
  }

  func fundings(
    of budget: String, asset: Asset, in connection: Connection
  ) throws -> [(transfer: TransferID, left: Int64)] {
    try Budgets.fundings(of: budget, asset: asset, in: connection)
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

  func makeAsset(_ code: String, in connection: Connection) throws -> Asset {
    try Assets.make(code, in: connection)
  }

  func makeBudget(_ name: String, of asset: Asset, in connection: Connection) throws -> Bool {
    try Budgets.create(name, asset: asset, at: clock.now(), random: random, in: connection)
  }

  func balance(of account: AccountReference, in connection: Connection) throws -> Balance {
    try balance(of: account, asset: .coins, in: connection)
  }

  func balance(of account: AccountReference, asset: Asset, in connection: Connection) throws -> Balance {
    try Wallet.balance(of: account, asset: asset, at: clock.now(), in: connection)
  }

  func earned(by user: UserID, from: Timestamp, until: Timestamp, in connection: Connection) throws -> Int64 {
    try Earnings(connection: connection).earned(by: user, from: from, until: until)
  }

  func earnings(from: Timestamp, until: Timestamp, in connection: Connection) throws -> [(user: UserID, coins: Int64)] {
    try Earnings(connection: connection).all(from: from, until: until)
  }

  func outcome(of transfer: TransferID, in connection: Connection) throws -> Outcome? {
    let select = try connection.statement("SELECT kind, amount FROM coins_transfers WHERE id = ?1")
    select.bind(transfer, at: 1)
    return try select.first { row in
      Outcome(
        transfer: transfer, kind: try Ledger.kind(row.integer(0)), amount: row.integer(1), isReplay: true)
    }
  }

  func standing(of transfer: TransferID, in connection: Connection) throws -> TransferStanding? {
    try Standings.standing(of: transfer, in: connection)
  }

  func lots(spentBy transfer: TransferID, in connection: Connection) throws -> [SpentLot] {
    try Standings.lots(spentBy: transfer, in: connection)
  }
}

extension Approval {
  fileprivate func request(limit: Int64) -> ApprovalRequest {
    ApprovalRequest(
      id: "\(id)", operation: operation, error: ApprovalError.needed(id, amount: amount, limit: limit))
  }
}

extension Ledger: LedgerSession {
  func applyLinked(_ operations: [Operation]) throws -> [Outcome] {
    try applyLinked(operations, starting: { _ in })
  }
}
