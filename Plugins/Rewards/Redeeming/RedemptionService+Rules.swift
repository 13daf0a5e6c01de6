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
    let name = reward.name
    let seen = try requireOpen(reward, at: now, in: connection)
    try policy.requireActive(user, in: connection)
    if reward.minimumMode > .trial { try policy.require(reward.minimumMode, of: user, in: connection) }
    if !reward.conditions.isEmpty {
      let unmet = try UserConditions(context.registry).unmet(
        of: reward.conditions, by: user, at: now, in: connection, context: context)
      if let unmet { throw Failure(unmet) }
    }
    try checkLimits(request.quantity, reward, user, at: now, in: connection)
    let rewards = RewardStore(connection)
    guard var price = try rewards.price(of: reward.id, at: now) else {
      throw Failure(
        "rewards.no-price", .refused, "'\(name)' has no price now",
        hint: "Give it one with `qix reward price \(name) COINS`.", forUser: "this reward isn't available right now")
    }
    if seen > now { price = max(price, try rewards.price(of: reward.id, at: seen) ?? price) }
    let coins = price * request.quantity
    if let most = request.atMost, coins > most {
      throw Failure(
        "rewards.price-above", .refused, "'\(name)' costs \(coins.counted("coin")) now, more than \(most)",
        hint: "Nothing was taken. `qix reward show \(name)` shows the price.",
        forUser: "this reward costs \(coins: coins) now; we took no coins")
    }
    return price
  }

  /// Makes sure that a reward is published, and within its period.
  /// - Returns: the latest time that was seen: it decides whether the reward and its offers are over.
  @discardableResult
  func requireOpen(_ reward: Reward, at now: Timestamp, in connection: Connection) throws -> Timestamp {
    let name = reward.name
    switch reward.state {
    case .draft:
      throw Failure(
        "rewards.not-published", .refused, "'\(name)' is not published yet",
        hint: "Publish it with `qix reward publish \(name)`.", forUser: "this reward isn't available yet")
    case .retired:
      throw Failure(
        "rewards.retired", .refused, "'\(name)' was retired, so it can no longer be redeemed",
        forUser: "this reward is no longer available")
    case .published: break
    }
    if let start = reward.start, now < start {
      throw Failure(
        "rewards.not-yet", .refused, "'\(name)' can be redeemed from \(start) on",
        forUser: "this reward can be redeemed from \(start) on")
    }
    // A clock that was set back brings nothing to life again, neither a reward nor an offer.
    let seen = try AuditLog.latestMoment(now, in: connection)
    if let end = reward.end, end <= seen {
      throw Failure(
        "rewards.over", .refused, "'\(name)' could be redeemed until \(end)",
        forUser: "this reward could be redeemed until \(end)")
    }
    return seen
  }

  private func checkLimits(
    _ quantity: Int64, _ reward: Reward, _ user: UserID, at now: Timestamp, in connection: Connection
  ) throws {
    let (store, name) = (RedemptionStore(connection), reward.name)
    let hint: Sentence = "`qix reward show \(name)` shows its limits."
    func check(
      _ most: Int64?, _ taken: () throws -> Int64, _ failure: (_ most: Int64, _ left: Int64) -> Failure
    ) throws {
      guard let most else { return }
      let left = max(0, most - (try taken()))
      guard quantity <= left else { throw failure(most, left) }
    }
    func words(_ left: Int64) -> String { left == 0 ? "none is left" : "\(left.counted("is", "are")) left" }
    try check(reward.limits.total) {
      try store.taken(of: reward.id, at: now)
    } _: { most, left in
      Failure(
        "rewards.limit-total", .refused, "'\(name)' is limited to \(most) in all; \(words(left))", hint: hint,
        forUser: left == 0
          ? .keyed("rewards.limit-total.none", "this reward is sold out")
          : "only \(left) of this reward can still be redeemed")
    }
    try check(reward.limits.perUser) {
      try store.taken(of: reward.id, by: user, at: now)
    } _: { most, left in
      Failure(
        "rewards.limit-per-user", .refused, "'\(name)' is limited to \(most) per user; \(words(left))", hint: hint,
        forUser: left == 0
          ? .keyed("rewards.limit-per-user.none", "you have already redeemed this reward as often as you can")
          : "you can redeem this reward only \(left, "more time")")
    }
    try check(reward.limits.perUserAndDay) {
      let zone = try TimeZone(identifier: reward.timeZone)
      // Redemptions later than today count too: the clock was set back since.
      return try store.taken(of: reward.id, by: user, since: zone.start(of: zone.date(at: now)), at: now)
    } _: { most, left in
      Failure(
        "rewards.limit-per-day", .refused, "'\(name)' is limited to \(most) per user and day; \(words(left))",
        hint: left == 0 ? "Try again tomorrow, in the reward's time zone." : hint,
        forUser: left == 0
          ? .keyed("rewards.limit-per-day.none", "you have redeemed this reward as often as you can today")
          : "you can redeem this reward only \(left, "more time") today")
    }
  }
}
