package import QixKernel
package import QixStorage

/// What was redeemed of one reward in a time, as it stands now.
package struct RewardFigure: Sendable, Equatable {
  package let reward: String
  package let brand: String
  package let state: String
  /// Redemptions, and the users behind them.
  package let fulfilled: Int64
  package let users: Int64
  /// What users have of it.
  package let pieces: Int64
  package let paid: Int64
  /// Of what was paid, the coins that came back.
  package let refunded: Int64
  /// The cost of the pieces; nil where that of one isn't known.
  package let cost: Money?

  package init(
    reward: String, brand: String, state: String, fulfilled: Int64, users: Int64, pieces: Int64, paid: Int64,
    refunded: Int64, cost: Money?
  ) {
    (self.reward, self.brand, self.state) = (reward, brand, state)
    (self.fulfilled, self.users, self.pieces) = (fulfilled, users, pieces)
    (self.paid, self.refunded, self.cost) = (paid, refunded, cost)
  }

  /// Coins that stayed spent.
  package var spent: Int64 { paid - refunded }
}

/// What was redeemed, for reports over more than rewards.
package protocol RewardFigures: Sendable {
  /// Returns the rewards of which anything was redeemed in a time, the ones most was spent on first.
  /// - Parameters:
  ///   - since: with this moment.
  ///   - until: without this one.
  ///   - brand: nil for all.
  func figures(
    since: Timestamp, until: Timestamp, brand: String?, in connection: Connection
  ) throws -> [RewardFigure]

  /// Returns the brands that any reward is of.
  func brands(in connection: Connection) throws -> [String]
}

package enum Rewards {
  package static let figures = ServiceKey<any RewardFigures>("rewards.figures")
}
