package import QixKernel
package import QixStorage

/// The ledger, for modules that move coins as a part of what they do.
package protocol CoinLedger: Sendable {
  /// Does the operations in their order, inside the caller's write transaction, and seals them as one block.
  ///
  /// All or nothing: the first that can't be done is thrown, and the caller's transaction must not be committed.
  func post(_ operations: [Operation], in connection: Connection) throws -> [Outcome]

  /// What an account holds; zeros for a wallet that was never credited.
  func balance(of account: AccountReference, in connection: Connection) throws -> Balance
}

/// What an account holds, in coins.
package struct Balance: Sendable, Equatable {
  package let posted: Int64
  /// Reserved by holds.
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
