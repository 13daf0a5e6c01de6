package import QixKernel
package import QixStorage

/// All wallets at once, for reports.
package protocol WalletBook: Sendable {
  /// Goes through everybody who has coins to spend at a moment, in no order: what is neither held nor expired, with what
  /// lies in wallets that were merged into theirs. Reads all lots, so it belongs into no write transaction.
  func forEach(
    at time: Timestamp, in connection: Connection, _ body: (UserID, _ spendable: Int64) throws -> Void) throws
}

extension Coins {
  package static let wallets = ServiceKey<any WalletBook>("coins.wallets")
}
