internal import QixModule

extension RewardStore {
  /// The number of redemptions of a reward, by their state.
  struct Redemptions: Sendable, Equatable {
    private(set) var counts: [Redemption.State: Int64] = [:]
    private(set) var pieces: [Redemption.State: Int64] = [:]

    fileprivate mutating func add(_ state: Redemption.State, _ count: Int64, _ pieces: Int64) {
      counts[state, default: 0] += count
      self.pieces[state, default: 0] += pieces
    }
  }

  /// Whether it was ever redeemed, however that ended.
  func isRedeemed(_ reward: RewardID) throws -> Bool {
    try connection.has("SELECT 1 FROM rewards_redemptions WHERE reward = \(reward) LIMIT 1")
  }

  func redemptions(of reward: RewardID, at now: Timestamp) throws -> Redemptions {
    var found = Redemptions()
    let rows = try connection.fetchAll(
      """
      SELECT state, state = 1 AND held_until <= \(now) AS is_due, count(*) AS count, sum(quantity) AS quantity
      FROM rewards_redemptions
      WHERE reward = \(reward) GROUP BY 1, 2
      """
    ) {
      (
        stage: $0["state"] as Int64, isDue: $0["is_due"] as Bool, count: $0["count"] as Int64,
        pieces: $0["quantity"] as Int64
      )
    }
    for row in rows {
      guard let stage = Redemption.Stage(rawValue: row.stage) else {
        throw StorageError.corrupt("a redemption of \(reward) is in no known state")
      }
      let state: Redemption.State =
        switch stage {
        case .held: row.isDue ? .timedOut : .held
        case .fulfilled: .fulfilled
        case .cancelled: .cancelled
        case .refunded: .refunded
        }
      found.add(state, row.count, row.pieces)
    }
    return found
  }
}
