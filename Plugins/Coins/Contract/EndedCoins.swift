/// Coins that have met their end: what the liability was, and is no more.
package struct EndedCoins: Sendable, Equatable {
  package let redeemed: Int64
  package let expired: Int64

  package init(redeemed: Int64, expired: Int64) { (self.redeemed, self.expired) = (redeemed, expired) }

  package var all: Int64 { redeemed + expired }

  /// Breakage: the share of them that expired, which the operator never had to make good; 0 where none have met it.
  package var breakage: Double { all == 0 ? 0 : Double(expired) / Double(all) }
}
