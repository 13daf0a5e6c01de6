internal import CoinsContract
internal import QixKernel
internal import QixStorage

/// A lot of a wallet's list that still has something.
struct OpenLot {
  let lot: Int64
  let transfer: Int64
  let remaining: Int64
  let expires: Timestamp?
}

extension Ledger {
  /// Decides from which lots an amount is taken: the soonest to expire first, among equals the oldest first.
  ///
  /// Lots whose time is up are passed over, whether or not their expiry was booked. Where the move has a moment of its
  /// own, only what was there at that moment and ever since can pay (`Ledger+Moments.swift`).
  /// - Parameters:
  ///   - moment: at which it is said to happen; nil for now.
  ///   - isOwn: lots that come before all others, expired or not: those of a transfer that is reversed.
  /// - Throws: `CoinsError.insufficient`, `.insufficientThen` when there is not enough.
  func take(
    _ amount: Int64, from index: Int, at moment: Timestamp?, preferring isOwn: (OpenLot) -> Bool = { _ in false }
  )
    throws -> [Draw]
  {
    let account = book[index]
    guard account.hasLots else {
      // An account without lots has what its balance says. The issuer's floor is the lowest number there is.
      guard account.kind == .issuer ? account.posted >= account.floor + amount : account.free >= amount else {
        let available = account.kind == .issuer ? account.posted - account.floor : account.free
        let reference = try reference(to: index)
        if account.asset != .coins {
          // Pieces of which no more can be put out are as many as can be counted.
          guard case .budget(let shelf) = reference else { throw CoinsError.overflow(account: reference) }
          throw CoinsError.outOfStock(shelf: shelf, left: available, wanted: amount)
        }
        throw CoinsError.insufficient(account: reference, available: available, wanted: amount)
      }
      return []
    }
    let time = max(now, moment ?? now)
    let lots = try openLots(at: index)
      .filter { isOwn($0) || $0.expires.map { $0 > time } ?? true }
      .sorted { left, right in
        if isOwn(left) != isOwn(right) { return isOwn(left) }
        let (first, second) = (left.expires?.microseconds ?? .max, right.expires?.microseconds ?? .max)
        return (first, left.lot) < (second, right.lot)
      }
    var draws: [Draw] = []
    var missing = amount
    for lot in lots where missing > 0 {
      let part = min(missing, try moment.map { try left(of: lot, since: $0) } ?? lot.remaining)
      guard part > 0 else { continue }
      draws.append(Draw(lot: lot.lot, amount: part, expires: lot.expires))
      missing -= part
    }
    guard missing == 0 else {
      let account = try reference(to: index)
      if let moment, lots.reduce(0, { $0 + $1.remaining }) >= amount {
        throw CoinsError.insufficientThen(account: account, moment, available: amount - missing, wanted: amount)
      }
      throw CoinsError.insufficient(account: account, available: amount - missing, wanted: amount)
    }
    return draws
  }

  /// The lots that a wallet may draw from: its own, and those of wallets that were merged into it, which stay where they
  /// are.
  private func openLots(at index: Int) throws -> [OpenLot] {
    let own = try openLots(of: index)
    guard hasMerges else { return own }
    return try walletsMerged(into: index).reduce(into: own) { $0 += try openLots(of: $1) }
  }

  /// The lots in a wallet's list that have something left. Those that are used up leave the list on the way.
  private func openLots(of index: Int) throws -> [OpenLot] {
    let select = try connection.statement(
      "SELECT transfer, remaining, expires_at, next FROM coins_lots WHERE lot = ?1")
    let relink = try connection.statement("UPDATE coins_lots SET next = ?2 WHERE lot = ?1")
    func setNext(_ lot: Int64, _ next: Int64?) throws {
      relink.bind(lot, at: 1)
      relink.bind(next, at: 2)
      try relink.run()
    }
    var open: [OpenLot] = []
    var used: [Int64] = []
    var last: Int64 = 0
    var current = book[index].firstLot
    while current != 0 {
      select.bind(current, at: 1)
      guard
        let (lot, next) = try select.first({ row in
          (
            OpenLot(
              lot: current, transfer: row.integer(0), remaining: row.integer(1), expires: row.optionalTime(2)),
            row.integer(3)
          )
        })
      else { throw StorageError.corrupt("lot \(current) of a wallet's list is not there") }
      if lot.remaining == 0 {
        used.append(current)
      } else {
        // Close the gap that used-up lots have left behind the one before.
        if !used.isEmpty { try unlist(used, between: last, and: current, of: index, setNext) }
        used.removeAll()
        open.append(lot)
        last = current
      }
      current = next
    }
    if !used.isEmpty { try unlist(used, between: last, and: 0, of: index, setNext) }
    return open
  }

  private func unlist(
    _ lots: [Int64], between last: Int64, and next: Int64, of index: Int, _ setNext: (Int64, Int64?) throws -> Void
  ) throws {
    if last == 0 {
      book.update(index) { $0.firstLot = next }
    } else {
      try setNext(last, next)
    }
    for lot in lots { try setNext(lot, nil) }
  }
}
