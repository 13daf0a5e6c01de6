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
    try connection.first("SELECT 1 FROM rewards_redemptions WHERE reward = ?1 LIMIT 1", .id(reward)) { _ in true }
      ?? false
  }

  func redemptions(of reward: RewardID, at now: Timestamp) throws -> Redemptions {
    var found = Redemptions()
    let rows = try connection.rows(
      """
      SELECT state, state = 1 AND held_until <= ?2, count(*), sum(quantity) FROM rewards_redemptions
      WHERE reward = ?1 GROUP BY 1, 2
      """, .id(reward), .time(now)
    ) { (stage: $0.integer(0), isDue: $0.integer(1) != 0, count: $0.integer(2), pieces: $0.integer(3)) }
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
