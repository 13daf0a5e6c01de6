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
