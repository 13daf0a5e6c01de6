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

  func balance(of account: AccountReference, in connection: Connection) throws -> Balance {
    try Wallet.balance(of: account, at: clock.now(), in: connection)
  }
}
