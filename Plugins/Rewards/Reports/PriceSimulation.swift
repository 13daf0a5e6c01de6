internal import CoinsContract
internal import QixModule

/// A what-if: redemptions of one reward at another price. It draws nothing by lot: the same redemptions and
/// balances give the same answer.
///
/// Its assumptions, which the answer tells: a user's means are what they could spend now and what they paid for this
/// reward in that time; no user earns more or spends elsewhere for it; demand is linear in the price,
/// `pieces × (1 − elasticity × (new − now) / now)`; pieces suffice, and limits and conditions bar no user.
struct PriceSimulation: Sendable {
  /// A user's pieces of it in the time.
  struct Taken: Sendable, Equatable {
    var pieces: Int64
    /// Paid or reserved, less refunds.
    var coins: Int64
  }

  let price: Int64
  /// In hundredths: 150 for 1.5.
  let elasticity: Int64
  let taken: [UserID: Taken]
  /// Coins that users can spend now.
  let wallets: [UserID: Int64]

  /// At one price.
  struct Outcome: Sendable, Equatable {
    let price: Int64
    /// Users who could pay for one piece now.
    let able: Int64
    /// The users who had it and could have paid this too.
    let still: Int64
    /// Pieces that would have been redeemed, and what they would have brought.
    let pieces: Int64
    var coins: Int64 { price * pieces }
  }

  var pieces: Int64 { taken.values.reduce(0) { $0 + $1.pieces } }
  var coins: Int64 { taken.values.reduce(0) { $0 + $1.coins } }

  func outcome(at new: Int64) -> Outcome {
    precondition(new > 0 && price > 0 && elasticity >= 0, "a price is at least a coin")
    var (still, payable, room): (Int64, Int64, Int64) = (0, 0, 0)
    for (user, had) in taken {
      let means = had.coins + (wallets[user] ?? 0)
      if means >= new { still += 1 }
      payable += min(had.pieces, means / new)
      room += means / new
    }
    for (user, coins) in wallets where taken[user] == nil { room += coins / new }
    // A higher price concerns those who had it; a lower one brings others too, as far as users have the coins.
    let most = new > price ? payable : room
    return Outcome(
      price: new, able: Int64(wallets.values.count { $0 >= new }), still: still, pieces: min(wanted(at: new), most))
  }

  /// Returns the pieces that would be wanted if all users could pay.
  private func wanted(at new: Int64) -> Int64 {
    // Prices end at 10¹⁵ and elasticity at 10.00, so none of this leaves 64 bits.
    let share = 100 * price - elasticity * (new - price)
    return share <= 0 ? 0 : Share.scale(pieces, by: share, per: 100 * price) ?? Int64.max
  }

  /// Prices around the one in force, with the one that was asked for, in their order.
  func outcomes(with asked: Int64) -> [Outcome] {
    let around = [price / 2, price * 3 / 4, price, price * 5 / 4, price * 3 / 2, price * 2, asked]
    return Set(around.filter { $0 > 0 }).sorted().map(outcome)
  }
}

extension RedemptionStore {
  /// Pieces of a reward that users had, or have reserved, since a moment.
  func taken(of reward: RewardID, since: Timestamp, at now: Timestamp) throws -> [UserID: PriceSimulation.Taken] {
    Dictionary(
      uniqueKeysWithValues: try connection.fetchAll(
        """
        SELECT r.user, sum(r.quantity) AS quantity, sum(r.coins) - coalesce(sum((
          SELECT sum(f.coins) FROM rewards_refunds AS f WHERE f.redemption = r.redemption)), 0) AS coins
        FROM rewards_redemptions AS r
        WHERE r.reward = \(reward) AND r.redeemed_at >= \(since)
          AND (r.state = 2 OR (r.state = 1 AND r.held_until > \(now)))
        GROUP BY r.user
        """
      ) {
        (
          try $0["user"] as UserID, PriceSimulation.Taken(pieces: $0["quantity"], coins: $0["coins"])
        )
      })
  }
}
