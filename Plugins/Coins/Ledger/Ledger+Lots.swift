internal import CoinsContract
internal import QixModule

/// A lot that still has something.
struct OpenLot {
  let lot: Int64
  let transfer: Int64
  let remaining: Int64
  let expires: Timestamp?

  /// By it lots pay one after the other: the soonest to expire first, among equals the oldest.
  var place: (Int64, Int64) { (expires?.microseconds ?? .max, lot) }

  /// The `next` of a lot that is in no list: while it has something left, the index of lots in order has it.
  static let unlisted: Int64 = -1
}

/// How many lots are read from lists, which a debit reads whole, while of lots in order it reads what it takes from
/// (decision 0063).
struct ListLimits {
  /// A grant to a wallet whose list has come to so many puts its lot in order at once.
  var length: Int64 = 2_048
  /// A list of which a transaction has read more than so many is put in order: one that an earlier version has left, or
  /// of a wallet with many debits.
  var read = 4_096
}

extension Ledger {
  /// Decides from which lots an amount is taken: the soonest to expire first, among equals the oldest first.
  ///
  /// Lots whose time is up are passed over, whether or not their expiry was booked. Where the move has a moment of its
  /// own, only what was there at that moment and ever since can pay (`Ledger+Moments.swift`).
  /// - Parameters:
  ///   - moment: at which it is said to happen; nil for now.
  ///   - own: lots that come before all others, expired or not: those of a transfer that is reversed.
  ///   - original: that transfer, where no other lots than its own may pay.
  /// - Throws: `CoinsError.insufficient`, `.insufficientThen`, `.spentSince` when there is not enough.
  func take(
    _ amount: Int64, from index: Int, at moment: Timestamp?, first own: [OpenLot] = [], only original: TransferID? = nil
  ) throws -> [Draw] {
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
    if own.isEmpty, original == nil, moment == nil, account.posted - account.held < amount {
      // Sooner said than by reading every lot.
      let available = try account.posted - account.held - overdue(in: index)
      throw CoinsError.insufficient(account: try reference(to: index), available: available, wanted: amount)
    }
    var draws: [Draw] = []
    var (missing, met) = (amount, Int64(0))
    func pay(_ lot: OpenLot) throws {
      met += lot.remaining
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
    if let original { throw CoinsError.spentSince(original, left: amount - missing, wanted: amount) }

    let before = Set(own.map(\.lot))
    var lots = try openLots(of: index, after: max(now, moment ?? now))
    while missing > 0, let lot = try lots.next(in: connection) {
      if !before.contains(lot.lot) { try pay(lot) }
    }
    guard missing == 0 else {
      let account = try reference(to: index)
      // All were met by now.
      if let moment, met >= amount {
        throw CoinsError.insufficientThen(account: account, moment, available: amount - missing, wanted: amount)
      }
      throw CoinsError.insufficient(account: account, available: amount - missing, wanted: amount)
    }
    return draws
  }

  /// The wallets whose lots one may draw from: itself, and those that were merged into it, whose lots stay where they
  /// are.
  func wallets(of index: Int) throws -> [Int] { [index] + (hasMerges ? try walletsMerged(into: index) : []) }

  /// A wallet's lots that don't expire until a moment, in the order in which they pay.
  func openLots(of index: Int, after time: Timestamp) throws -> LotsInOrder {
    LotsInOrder(try wallets(of: index).map { (book[$0].number, try listed(in: $0)) }, after: time)
  }

  /// How many coins of a wallet have expired without that being booked.
  private func overdue(in index: Int) throws -> Int64 {
    try wallets(of: index).reduce(0) { sum, wallet in
      let listed = try listed(in: wallet).filter { $0.expires.map { $0 <= now } ?? false }
      let ordered = try LotsInOrder.all(of: book[wallet].number, expiredBy: now, in: connection)
      return (listed + ordered).reduce(sum) { $0 + $1.remaining }
    }
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

  /// The lots in a wallet's list that have something left; none where so many were read that they were put in order.
  /// Those that are used up leave the list.
  private func listed(in index: Int) throws -> [OpenLot] {
    let select = try connection.statement("SELECT transfer, remaining, expires_at, next FROM coins_lots WHERE lot = ?1")
    var open: [OpenLot] = []
    var used: [Int64] = []
    /// Lots behind which used-up ones were, 0 for the list's beginning, and what follows them now.
    var links: [(lot: Int64, next: Int64)] = []
    var isGap = false
    var current = book[index].firstLot
    while current != 0 {
      select.bind(current, at: 1)
      let found = try select.first { row in
        let lot = OpenLot(
          lot: current, transfer: row.integer(0), remaining: row.integer(1), expires: row.optionalTime(2))
        return (lot, row.integer(3))
      }
      guard let (lot, next) = found else {
        throw StorageError.corrupt("lot \(current) of a wallet's list is not there")
      }
      if lot.remaining == 0 {
        used.append(current)
        isGap = true
      } else {
        if isGap { links.append((open.last?.lot ?? 0, current)) }
        isGap = false
        open.append(lot)
      }
      current = next
    }
    if isGap { links.append((open.last?.lot ?? 0, 0)) }

    let read = (lotsRead[index] ?? 0) + open.count + used.count
    lotsRead[index] = read
    if read > listLimits.read, !open.isEmpty {
      links = open.map { ($0.lot, OpenLot.unlisted) } + [(0, 0)]
      open = []
    }
    try relink(used.map { ($0, OpenLot.unlisted) } + links, listed: Int64(open.count), of: index)
    return open
  }

  private func relink(_ links: [(lot: Int64, next: Int64)], listed: Int64, of index: Int) throws {
    if book[index].listed != listed { book.update(index) { $0.listed = listed } }
    guard !links.isEmpty else { return }
    let relink = try connection.statement("UPDATE coins_lots SET next = ?2 WHERE lot = ?1")
    for (lot, next) in links {
      guard lot != 0 else {
        book.update(index) { $0.firstLot = next }
        continue
      }
      relink.bind(lot, at: 1)
      relink.bind(next, at: 2)
      try relink.run()
    }
  }
}
