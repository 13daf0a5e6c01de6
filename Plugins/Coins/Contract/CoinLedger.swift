package import QixKernel
package import QixStorage

/// The ledger, for modules that move coins as a part of what they do.
package protocol CoinLedger: Sendable {
  /// Does the operations in their order, inside the caller's write transaction, and seals them as one block.
  ///
  /// All or nothing: the first that can't be done is thrown, and the caller's transaction must not be committed.
  func post(_ operations: [Operation], in connection: Connection) throws -> [Outcome]

  /// Does one operation as a command of the operator's does: where it brings coins into being and somebody else has to
  /// approve that (`coins.approval-above`), nothing moves and a request is written down, which the caller commits.
  /// - Parameter isDryRun: throws what a dry run says, and asks nobody.
  func post(_ operation: Operation, isDryRun: Bool, in connection: Connection) throws -> Admitted<Outcome>

  /// Takes back, all or nothing: reversals and voids. What comes back to coins that have expired meanwhile is dealt with
  /// by a rule; where somebody has to approve that, nothing moves and a request is written down, which the caller
  /// commits.
  /// - Parameters:
  ///   - rule: nil leaves such coins to expire when expiry is next booked.
  ///   - isDryRun: throws what a dry run says, and asks nobody.
  func giveBack(
    _ operations: [Operation], _ rule: GraceForExpired?, isDryRun: Bool, in connection: Connection
  ) throws -> Admitted<GivenBack>

  /// What was put into a budget and has not been taken back yet, the latest first. Reads all transfers, so it belongs
  /// into no write transaction.
  func fundings(
    of budget: String, asset: Asset, in connection: Connection
  ) throws -> [(transfer: TransferID, left: Int64)]

  /// Goes through what a budget has paid, issues and captures, in their order. What was reversed since counts in full.
  /// Reads all transfers, so it belongs into no write transaction.
  /// - Parameter body: gets the transfer, its key and its coins.
  func forEachPayment(
    from budget: String, in connection: Connection, _ body: (TransferID, _ key: String?, Int64) throws -> Void) throws

  /// The ledger for as long as the caller keeps the connection.
  func session(in connection: Connection) throws -> any LedgerSession

  /// Makes a budget, or the shelf of a reward; one that is there stays as it is.
  /// - Returns: whether it is new.
  /// - Throws: `CoinsError.malformedBudgetName`.
  func makeBudget(_ name: String, of asset: Asset, in connection: Connection) throws -> Bool

  /// Makes an asset beside coins, such as the pieces of a reward, with an issuer of its own and accounts for what is
  /// redeemed and expired; one that is there stays as it is.
  /// - Parameter code: 1 to 64 characters, unique: `stock:coffee`.
  func makeAsset(_ code: String, in connection: Connection) throws -> Asset

  /// What an account holds of an asset now; zeros for a wallet that was never credited. Holds whose time is up hold
  /// nothing, whether or not that was booked.
  func balance(of account: AccountReference, asset: Asset, in connection: Connection) throws -> Balance

  /// What a user earned: coins of the issuer and of budgets, less what was taken back of these; neither imports nor what
  /// other users gave. Reads the wallet's movements since then, the newest first. What is posted in a transaction that
  /// isn't sealed yet doesn't count.
  /// - Parameters:
  ///   - from: of the moments at which it happened, with this one.
  ///   - until: without this one.
  func earned(by user: UserID, from: Timestamp, until: Timestamp, in connection: Connection) throws -> Int64

  /// Whether a user earned anything before a moment besides grants that welcomed them (`coins issue --welcome`).
  func hasEarned(besidesWelcome user: UserID, until: Timestamp, in connection: Connection) throws -> Bool

  /// Whether many movements of a user are not summed yet. A question inside a write transaction sums them.
  func isEarningBehind(of user: UserID, in connection: Connection) throws -> Bool

  /// The same for everybody who earned anything, in no order. Reads all transfers, so it belongs into no write
  /// transaction.
  func earnings(from: Timestamp, until: Timestamp, in connection: Connection) throws -> [(user: UserID, coins: Int64)]

  /// What a transfer did, for who keeps its id; nil when there is none.
  func outcome(of transfer: TransferID, in connection: Connection) throws -> Outcome?

  /// Into whose wallet a transfer went; nil where it went elsewhere, and when there is none.
  func receiver(of transfer: TransferID, in connection: Connection) throws -> UserID?

  /// What became of a transfer; nil when there is none.
  func standing(of transfer: TransferID, in connection: Connection) throws -> TransferStanding?

  /// The coins that a redemption, a transfer or a hold has taken, by their lots: the soonest to expire first.
  /// - Throws: `CoinsError.noTransfer`.
  func lots(spentBy transfer: TransferID, in connection: Connection) throws -> [SpentLot]
}

extension CoinLedger {
  package func fundings(of budget: String, in connection: Connection) throws -> [(transfer: TransferID, left: Int64)] {
    try fundings(of: budget, asset: .coins, in: connection)
  }

  package func makeBudget(_ name: String, in connection: Connection) throws -> Bool {
    try makeBudget(name, of: .coins, in: connection)
  }

  package func balance(of account: AccountReference, in connection: Connection) throws -> Balance {
    try balance(of: account, asset: .coins, in: connection)
  }
}

/// The ledger over many transactions of one connection, for who moves coins thousands of times a second: it remembers
/// accounts from one to the next. In each: `begin`, then any number of operations, then `seal`, then the caller commits.
package protocol LedgerSession: AnyObject {
  /// Starts a transaction's work.
  func begin(at time: Timestamp) throws

  /// Does one operation. What it throws (`CoinsError`) leaves nothing behind, and the transaction may go on.
  func apply(_ operation: Operation) throws -> Outcome

  /// Does several, all or nothing.
  func applyLinked(_ operations: [Operation]) throws -> [Outcome]

  /// Takes a payment of the issuer's or a budget's back from the user who has it by now: first what is left of its own
  /// coins, then others of the wallet, and what is missing is owed: whatever comes to the wallet later settles it first.
  /// - Parameters:
  ///   - wanted: coins at most, 1 or more; of what was taken back or is owed already nothing is taken twice.
  ///   - key: of the reversal of the payment's own coins, where there are any.
  /// - Throws: `CoinsError.notReversible`.
  func takeBack(_ payment: TransferID, atMost wanted: Int64, key: String?, reason: String?) throws -> TakenBack

  /// Seals what was done since `begin` as one block; nothing where nothing was done.
  func seal() throws

  /// Forgets what was remembered: after anything was rolled back, a savepoint too.
  func forget()
}

/// How a payment was taken back.
package struct TakenBack: Sendable, Equatable {
  /// Coins that were there.
  package var coins: Int64 = 0
  /// Coins that are owed from now on.
  package var owed: Int64 = 0
  /// The transfer that began it; nil where nothing was left to take back.
  package var last: TransferID?

  package init(coins: Int64 = 0, owed: Int64 = 0, last: TransferID? = nil) {
    (self.coins, self.owed, self.last) = (coins, owed, last)
  }

  package var all: Int64 { coins + owed }
}

/// What an account holds, in coins or in pieces of what it is of.
package struct Balance: Sendable, Equatable {
  package let posted: Int64
  /// Reserved by holds whose time isn't up.
  package let held: Int64
  /// What can be spent: posted less held, less the floor, less what has expired but was not yet booked as such.
  package let available: Int64

  package init(posted: Int64, held: Int64, available: Int64) {
    self.posted = posted
    self.held = held
    self.available = available
  }
}

package enum Coins {
  package static let ledger = ServiceKey<any CoinLedger>("coins.ledger")
}
