import CoinsContract
import QixKernel

extension Model {
  /// Lots with something left whose time isn't up, soonest to expire first, oldest among equals.
  /// - Parameter first: lots that come before all others, expired or not.
  func usableLots(of owner: AccountReference, at time: Timestamp, first: Set<Int> = []) -> [Int] {
    let open = (1...).prefix(lots.count).filter { self.owner(of: $0) == owner && remaining($0) > 0 }
    let own = open.filter { first.contains($0) }
    let others = open.filter { !first.contains($0) && (lots[$0 - 1].expires ?? .never) > time }
    return own.sorted(by: expiresSooner) + others.sorted(by: expiresSooner)
  }

  func take(
    _ amount: Int64, from account: AccountReference, at time: Timestamp, first: Set<Int> = []
  ) throws(CoinsError) -> [Part] {
    guard account.isWallet else {
      let available = available(account, at: time)
      guard available >= amount else { throw .insufficient(account: account, available: available, wanted: amount) }
      return []
    }
    var parts: [Part] = []
    var missing = amount
    for lot in usableLots(of: account, at: time, first: first) where missing > 0 {
      parts.append(Part(lot: lot, amount: min(missing, remaining(lot))))
      missing -= min(missing, remaining(lot))
    }
    guard missing == 0 else {
      throw .insufficient(account: account, available: amount - missing, wanted: amount)
    }
    return parts
  }

  /// What transfers took on balance from lots that are an owner's by now, soonest to expire first.
  func taken(by numbers: [Int], from owner: AccountReference) -> [Part] {
    (1...).prefix(lots.count).filter { self.owner(of: $0) == heir(of: owner) }.sorted(by: expiresSooner).map { lot in
      Part(lot: lot, amount: draws.reduce(0) { $1.lot == lot && numbers.contains($1.transfer) ? $0 + $1.amount : $0 })
    }.filter { $0.amount > 0 }
  }

  /// So many of the coins, those with the longest life.
  func longestLived(_ parts: [Part], upTo amount: Int64) -> [Part] {
    var missing = amount
    return parts.reversed().map { part in
      let some = min(missing, part.amount)
      missing -= some
      return Part(lot: part.lot, amount: some)
    }.filter { $0.amount > 0 }
  }

  func subtract(_ some: [Part], from parts: [Part]) -> [Part] {
    parts.map { part in
      Part(lot: part.lot, amount: some.reduce(part.amount) { $1.lot == part.lot ? $0 - $1.amount : $0 })
    }.filter { $0.amount > 0 }
  }

  /// One new lot for each expiry, soonest first.
  func lots(keepingExpiryOf parts: [Part]) -> [NewLot] {
    let times = Set(parts.map { lots[$0.lot - 1].expires ?? .never }).sorted()
    return times.map { time in
      let amount = parts.filter { (lots[$0.lot - 1].expires ?? .never) == time }.reduce(0) { $0 + $1.amount }
      return NewLot(amount: amount, expires: time == .never ? nil : time)
    }
  }

  private func expiresSooner(_ left: Int, _ right: Int) -> Bool {
    (lots[left - 1].expires ?? .never, left) < (lots[right - 1].expires ?? .never, right)
  }

  // MARK: The passing of time

  /// Holds whose time was up give back before anything else is taken.
  mutating func timeOutHolds(of account: AccountReference, at time: Timestamp) {
    for wallet in mergedWallets(of: account) { timeOutHolds(of: wallet, at: time) }
    let due = openHolds(of: account).filter { (transfers[$0 - 1].expires ?? .never) <= min(time, now) }
    for hold in due.sorted(by: { (timeLimit(of: $0), $0) < (timeLimit(of: $1), $1) }) { timeOut(hold) }
  }

  mutating func timeOut(_ number: Int) {
    let hold = transfers[number - 1]
    let reserved = taken(by: [number], from: hold.from)
    let new = record(
      Plan(
        transfer: Transfer(
          kind: .timeOut, from: hold.from, to: hold.to, amount: hold.amount, at: now, related: number),
        draws: reserved.map { Part(lot: $0.lot, amount: -$0.amount) }))
    moveOn(after: new)
  }

  /// Times out holds, then expires lots, at most `limit` together.
  mutating func sweep(asOf time: Timestamp, limit: Int) {
    let due = (1...).prefix(transfers.count).filter {
      transfers[$0 - 1].kind == .hold && resolution(of: $0) == nil && timeLimit(of: $0) <= time
    }.prefix(limit)
    for hold in due { timeOut(hold) }
    let over = (1...).prefix(lots.count).filter { (lots[$0 - 1].expires ?? .never) <= time && remaining($0) > 0 }
    for lot in over.sorted(by: expiresSooner).prefix(limit - due.count) {
      let (rest, owner, moment) = (remaining(lot), owner(of: lot), lots[lot - 1].expires ?? .never)
      _ = record(
        Plan(
          transfer: Transfer(kind: .expire, from: owner, to: .expired, amount: rest, at: moment),
          draws: [Part(lot: lot, amount: rest)]))
    }
  }

  private func timeLimit(of hold: Int) -> Timestamp { transfers[hold - 1].expires ?? .never }
}

extension Timestamp {
  /// Stands for no expiry where moments are compared.
  static let never = Timestamp(microseconds: .max)
}
