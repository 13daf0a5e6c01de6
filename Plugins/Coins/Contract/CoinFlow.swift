package import QixKernel
package import QixStorage

/// What went into users' wallets and out of them in a time; of all time, what has become of every coin that users ever
/// had. Liability and breakage mean this in every report.
package struct CoinFlow: Sendable, Equatable {
  /// Balances that were brought over from another system, less those that were taken back.
  package var imported: Int64 = 0
  /// Coins that the issuer and budgets gave to users, less those that were taken back.
  package var granted: Int64 = 0
  /// Coins that were spent, less those that came back.
  package var redeemed: Int64 = 0
  /// Coins whose time was over, as far as that is booked.
  package var expired: Int64 = 0

  package init(imported: Int64 = 0, granted: Int64 = 0, redeemed: Int64 = 0, expired: Int64 = 0) {
    (self.imported, self.granted, self.redeemed, self.expired) = (imported, granted, redeemed, expired)
  }

  /// What users ever had.
  package var received: Int64 { imported + granted }

  /// What is left of it: of all time, the liability, which is all that lies in wallets. What holds reserve is in it, and
  /// what has expired while that isn't booked.
  package var left: Int64 { received - redeemed - expired }

  /// Breakage: of the coins that have met their end, the share that expired, which the operator never had to make good.
  /// Without a value where none have, or where more came back in the time than was spent.
  package var breakage: Share {
    guard redeemed >= 0, expired >= 0 else { return Share(0, of: 0) }
    return Share(expired, of: redeemed + expired)
  }

  package static func += (flow: inout CoinFlow, other: CoinFlow) {
    flow.imported += other.imported
    flow.granted += other.granted
    flow.redeemed += other.redeemed
    flow.expired += other.expired
  }

  package static func - (flow: CoinFlow, other: CoinFlow) -> CoinFlow {
    CoinFlow(
      imported: flow.imported - other.imported, granted: flow.granted - other.granted,
      redeemed: flow.redeemed - other.redeemed, expired: flow.expired - other.expired)
  }
}

/// The flow of all coins, for reports.
package protocol CoinFlows: Sendable {
  /// Returns the flows of the times that `key` makes of the moments at which something happened; reversals count where
  /// they happened. Reads all transfers, so it belongs into no write transaction.
  /// - Parameters:
  ///   - since: with this moment; nil for the first.
  ///   - until: without this one; nil for everything.
  func flows<Key: Hashable>(
    since: Timestamp?, until: Timestamp?, in connection: Connection, by key: (Timestamp) -> Key
  ) throws -> [Key: CoinFlow]

  /// Returns how many coins of users have expired by a moment without this being booked yet.
  func overdue(at time: Timestamp, in connection: Connection) throws -> Int64
}

extension CoinFlows {
  /// Returns the flow of all time, or of all before a moment.
  package func total(until: Timestamp? = nil, in connection: Connection) throws -> CoinFlow {
    try flows(since: nil, until: until, in: connection) { _ in true }[true] ?? CoinFlow()
  }
}

extension Coins {
  package static let flows = ServiceKey<any CoinFlows>("coins.flows")
}
