package import QixKernel
package import QixStorage

/// The module that knows what users earned, for modules that have a transaction and nothing else.
package protocol EarningsProviding {
  /// What `CoinLedger.earned` says, of what the transaction has sealed.
  /// - Parameter left: transfers that are left out, as if they had not been booked.
  static func earned(
    by user: UserID, from: Timestamp, until: Timestamp, without left: Set<TransferID>, in connection: Connection
  ) throws -> Int64
}
