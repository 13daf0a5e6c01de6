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
    _ amount: Int64, from account: AccountReference, at moment: Timestamp?, first: Set<Int> = [],
    only original: TransferID? = nil
  ) throws(CoinsError) -> [Part] {
    let time = max(now, moment ?? now)
    guard account.isWallet else {
      let available = available(account, at: time)
      guard available >= amount else { throw .insufficient(account: account, available: available, wanted: amount) }
      return []
    }
    var parts: [Part] = []
    var missing = amount
    let lots = usableLots(of: account, at: time, first: first)
    for lot in lots where missing > 0 && (original == nil || first.contains(lot)) {
      let part = min(missing, moment.map { spare(lot, since: $0) } ?? remaining(lot))
      guard part > 0 else { continue }
      parts.append(Part(lot: lot, amount: part))
      missing -= part
    }
    guard missing == 0 else {
      if let original { throw .spentSince(original, left: amount - missing, wanted: amount) }
      if let moment, lots.reduce(0, { $0 + remaining($1) }) >= amount {
        throw .insufficientThen(account: account, moment, available: amount - missing, wanted: amount)
      }
      throw .insufficient(account: account, available: amount - missing, wanted: amount)
    }
    return parts
  }

  /// The least that a lot had at a moment and at any time after it, by a diary of all that ever happened to it.
  func spare(_ lot: Int, since moment: Timestamp) -> Int64 {
    let grant = lots[lot - 1].transfer
    // Where the clock went back, a hold may be given back before its coins came; they are not there for that.
    guard transfers[grant - 1].at <= moment else { return 0 }
    let diary: [(at: Timestamp, number: Int, change: Int64)] =
      [(at: transfers[grant - 1].at, number: grant, change: lots[lot - 1].amount)]
      + draws.filter { $0.lot == lot }.map { (transfers[$0.transfer - 1].at, $0.transfer, -$0.amount) }
    // What was given back may be dated before it was taken, so that a sum on the way is more than any amount.
    var sum: Int128 = 0
    var (then, after): (Int128, [Int128]) = (0, [])
    for line in diary.sorted(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
      sum += Int128(line.change)
      if line.at <= moment { then = sum } else { after.append(sum) }
    }
    return Int64(clamping: min(then, after.min() ?? then))
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
  mutating func timeOutHolds(of account: AccountReference) {
    for wallet in mergedWallets(of: account) { timeOutHolds(of: wallet) }
    let due = openHolds(of: account).filter { (transfers[$0 - 1].expires ?? .never) <= now }
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
      let reversals = draws.filter {
        $0.lot == lot && $0.amount < 0 && transfers[$0.transfer - 1].kind == .reverse
      }.map(\.transfer)
      let came = [lots[lot - 1].transfer] + reversals
      let last = came.map { transfers[$0 - 1].at }.max() ?? moment
      _ = record(
        Plan(
          transfer: Transfer(
            kind: .expire, from: owner, to: .expired, amount: rest, at: max(moment, last)),
          draws: [Part(lot: lot, amount: rest)]))
    }
  }

  private func timeLimit(of hold: Int) -> Timestamp { transfers[hold - 1].expires ?? .never }
}

extension Timestamp {
  /// Stands for no expiry where moments are compared.
  static let never = Timestamp(microseconds: .max)
}
