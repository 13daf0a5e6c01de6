internal import CoinsContract
internal import QixKernel
internal import QixStorage

/// A lot of a wallet's list that still has something.
struct OpenLot {
  let lot: Int64
  let transfer: Int64
  var remaining: Int64
  let expires: Timestamp?

  /// By it lots pay one after the other: the soonest to expire first, among equals the oldest.
  var place: (Int64, Int64) { Self.place(expires, lot) }

  static func place(_ expires: Timestamp?, _ lot: Int64) -> (Int64, Int64) { (expires?.microseconds ?? .max, lot) }
}

extension Ledger {
  /// Decides from which lots an amount is taken: the soonest to expire first, among equals the oldest first.
  ///
  /// Lots whose time is up are passed over, whether or not their expiry was booked. Where the move has a moment of its
  /// own, only what was there at that moment and ever since can pay (`Ledger+Moments.swift`).
  /// - Parameters:
  ///   - moment: at which it is said to happen; nil for now.
  ///   - own: lots that come before all others, expired or not: those of a transfer that is reversed.
  /// - Throws: `CoinsError.insufficient`, `.insufficientThen` when there is not enough.
  func take(_ amount: Int64, from index: Int, at moment: Timestamp?, first own: [OpenLot] = []) throws -> [Draw] {
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
    var draws: [Draw] = []
    var missing = amount
    func pay(_ lot: OpenLot) throws {
      let part = min(missing, try moment.map { try left(of: lot, since: $0) } ?? lot.remaining)
      guard part > 0 else { return }
      draws.append(Draw(lot: lot.lot, amount: part, expires: lot.expires))
      missing -= part
    }
    for lot in own {
      guard missing > 0 else { break }
      try pay(lot)
    }
    guard missing > 0 else { return draws }

    let time = max(now, moment ?? now)
    let before = Set(own.map(\.lot))
    let purse = try purse(of: index)
    let others = purse.lots[purse.start...].lazy.filter { lot in
      lot.remaining > 0 && !before.contains(lot.lot) && (lot.expires.map { $0 > time } ?? true)
    }
    for lot in others {
      guard missing > 0 else { break }
      try pay(lot)
    }
    guard missing == 0 else {
      let account = try reference(to: index)
      if let moment, (own + others).reduce(0, { $0 + $1.remaining }) >= amount {
        throw CoinsError.insufficientThen(account: account, moment, available: amount - missing, wanted: amount)
      }
      throw CoinsError.insufficient(account: account, available: amount - missing, wanted: amount)
    }
    return draws
  }

  /// What a wallet can pay with now. It is walked once in a transaction, if it has many lots.
  private func purse(of index: Int) throws -> OpenLots.Purse {
    if let known = openLots.purse(of: index) { return known }
    let purse = OpenLots.Purse(try lots(at: index).filter { $0.expires.map { $0 > now } ?? true })
    openLots.keep(purse, of: index)
    return purse
  }

  /// The lots of a transfer that have something left, in the order in which they pay.
  func lots(of transfer: Int64) throws -> [OpenLot] {
    let start = try LotsOfTransfer.start(of: transfer, last: lastLot, near: lotNear, in: connection)
    lotNear = start
    let select = try connection.statement(
      "SELECT lot, transfer, remaining, expires_at FROM coins_lots WHERE lot >= ?1 ORDER BY lot")
    select.bind(start, at: 1)
    var lots: [OpenLot] = []
    try select.forEach { row in
      guard row.integer(1) == transfer else { return false }
      let lot = OpenLot(
        lot: row.integer(0), transfer: transfer, remaining: row.integer(2), expires: row.optionalTime(3))
      if lot.remaining > 0 { lots.append(lot) }
      return true
    }
    return lots.sorted { $0.place < $1.place }
  }

  /// The lots that a wallet may draw from: its own, and those of wallets that were merged into it, which stay where they
  /// are.
  func lots(at index: Int) throws -> [OpenLot] {
    let own = try lots(in: index)
    guard hasMerges else { return own }
    return try walletsMerged(into: index).reduce(into: own) { $0 += try lots(in: $1) }
  }

  /// The lots in a wallet's list that have something left. Those that are used up leave the list on the way.
  private func lots(in index: Int) throws -> [OpenLot] {
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
