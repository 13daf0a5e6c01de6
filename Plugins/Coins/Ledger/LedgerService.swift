internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// The ledger as commands and other modules see it.
struct LedgerService: CoinLedger {
  let context: Context
  let policy: (any ModePolicy)?

  init(_ context: Context) throws {
    self.context = context
    policy = try Ledger.policy(in: context)
  }

  func post(_ operations: [Operation], in connection: Connection) throws -> [Outcome] {
    try Ledger.block(in: context, connection, policy: policy) { try $0.applyLinked(operations) }
  }

  func post(_ operation: Operation, isDryRun: Bool, in connection: Connection) throws -> Admitted<Outcome> {
    try Ledger.block(in: context, connection, policy: policy, grantor: context.principal) { ledger in
      do {
        return try ledger.apply(operation, by: ApprovalGate(context, isDryRun: isDryRun, in: connection))
      } catch CoinsError.keyConflict(let key, _) {
        throw try ledger.conflict(operation, key: key)
      }
    }
  }

  func giveBack(
    _ operations: [Operation], _ rule: GraceForExpired?, isDryRun: Bool, in connection: Connection
  ) throws -> Admitted<GivenBack> {
    try Ledger.block(in: context, connection, policy: policy) {
      try $0.giveBack(operations, rule, by: ApprovalGate(context, isDryRun: isDryRun, in: connection))
    }
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
    try Ledger(connection, random: context.random, policy: policy)
  }

  func makeAsset(_ code: String, in connection: Connection) throws -> Asset {
    try Assets.make(code, in: connection)
  }

  func makeBudget(_ name: String, of asset: Asset, in connection: Connection) throws -> Bool {
    try Budgets.create(name, asset: asset, at: context.clock.now(), random: context.random, in: connection)
  }

  func balance(of account: AccountReference, asset: Asset, in connection: Connection) throws -> Balance {
    try Wallet.balance(of: account, asset: asset, at: context.clock.now(), in: connection)
  }

  func earned(by user: UserID, from: Timestamp, until: Timestamp, in connection: Connection) throws -> Int64 {
    try Earnings(connection: connection).earned(by: user, from: from, until: until)
  }

  func hasEarned(besidesWelcome user: UserID, until: Timestamp, in connection: Connection) throws -> Bool {
    let earnings = Earnings(connection: connection)
    let welcomes = try earnings.welcomes(of: user)
    return try earnings.earned(by: user, from: Timestamp(microseconds: 0), until: until, without: welcomes) != 0
  }

  func isEarningBehind(of user: UserID, in connection: Connection) throws -> Bool {
    try Earnings(connection: connection).isBehind(for: user)
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

  func receiver(of transfer: TransferID, in connection: Connection) throws -> UserID? {
    try connection.fetchOne(
      """
      SELECT a.owner AS owner FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.credit
      WHERE t.id = \(transfer) AND a.kind = \(AccountKind.wallet.rawValue)
      """
    ) { try $0["owner"] as UserID }
  }

  func standing(of transfer: TransferID, in connection: Connection) throws -> TransferStanding? {
    try Standings.standing(of: transfer, in: connection)
  }

  func lots(spentBy transfer: TransferID, in connection: Connection) throws -> [SpentLot] {
    try Standings.lots(spentBy: transfer, in: connection)
  }
}

extension Ledger {
  /// The work of one transaction: begins, does it, and seals it as one block.
  static func block<Result>(
    in context: Context, _ connection: Connection, policy: (any ModePolicy)? = nil, grantor: Principal? = nil,
    _ body: (Ledger) throws -> Result
  ) throws -> Result {
    let ledger = try Ledger(connection, random: context.random, policy: policy, grantor: grantor)
    try ledger.begin(at: context.clock.now())
    let result = try body(ledger)
    try ledger.seal()
    return result
  }
}

extension Ledger: LedgerSession {
  func applyLinked(_ operations: [Operation]) throws -> [Outcome] {
    try applyLinked(operations, starting: { _ in })
  }
}
