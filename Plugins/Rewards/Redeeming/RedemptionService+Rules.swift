internal import IdentityContract
internal import QixCalendar
internal import QixModule

extension RedemptionService {
  /// Asks every rule of the reward as it is at this moment. What the ledger, the vouchers' series and the raffle have to
  /// say they say themselves.
  /// - Returns: what one costs now.
  func admit(
    _ request: Request, _ reward: Reward, _ user: UserID, at now: Timestamp, in connection: Connection
  ) throws -> Int64 {
    switch reward.state {
    case .draft: throw RedemptionError.notPublished(reward.name)
    case .retired: throw RedemptionError.retired(reward.name)
    case .published: break
    }
    if let start = reward.start, now < start { throw RedemptionError.notYet(reward.name, starts: start) }
    // A clock that was set back brings nothing to life again, neither a reward nor an offer.
    let seen = try AuditLog.latestMoment(now, in: connection)
    if let end = reward.end, end <= seen { throw RedemptionError.over(reward.name, ended: end) }
    try policy.requireActive(user, in: connection)
    if reward.minimumMode > .trial { try policy.require(reward.minimumMode, of: user, in: connection) }
    if !reward.conditions.isEmpty {
      let unmet = try UserConditions(context.registry).unmet(
        of: reward.conditions, by: user, at: now, in: connection, context: context)
      if let unmet { throw RedemptionError.unmet(unmet) }
    }
    try checkLimits(request.quantity, reward, user, at: now, in: connection)
    let rewards = RewardStore(connection)
    guard var price = try rewards.price(of: reward.id, at: now) else { throw RedemptionError.noPrice(reward.name) }
    if seen > now { price = max(price, try rewards.price(of: reward.id, at: seen) ?? price) }
    let coins = price * request.quantity
    if let most = request.atMost, coins > most {
      throw RedemptionError.priceAbove(reward.name, coins: coins, most: most)
    }
    return price
  }

  private func checkLimits(
    _ quantity: Int64, _ reward: Reward, _ user: UserID, at now: Timestamp, in connection: Connection
  ) throws {
    let store = RedemptionStore(connection)
    func check(_ limit: RedemptionError.Limit, _ most: Int64?, _ taken: () throws -> Int64) throws {
      guard let most else { return }
      let left = max(0, most - (try taken()))
      guard quantity <= left else {
        throw RedemptionError.limitReached(reward.name, limit, most: most, left: left)
      }
    }
    try check(.total, reward.limits.total) { try store.taken(of: reward.id, at: now) }
    try check(.perUser, reward.limits.perUser) { try store.taken(of: reward.id, by: user, at: now) }
    try check(.perUserAndDay, reward.limits.perUserAndDay) {
      let zone = try TimeZone(identifier: reward.timeZone)
      // Redemptions later than today count too: the clock was set back since.
      return try store.taken(of: reward.id, by: user, since: zone.start(of: zone.date(at: now)), at: now)
    }
  }
}
