internal import CoinsContract
internal import QixModule

extension Ledger {
  /// Capture, void and time-out: a hold resolves once.
  func resolveHold(_ operation: Operation) throws -> Posting {
    guard let id = operation.related else { preconditionFailure("an operation on a hold names it") }
    let hold = try transfer(id)
    guard hold.kind == .hold else { throw CoinsError.notAHold(id) }
    let resolution = try connection.first(
      """
      SELECT t.kind FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.resolved_by WHERE h.hold = ?1
      """, .integer(hold.number)
    ) { try Self.kind($0.integer(0)) }
    if let resolution { throw CoinsError.holdResolved(id, by: resolution) }
    if operation.kind == .capture, let limit = hold.expires, limit <= max(now, operation.at ?? now) {
      throw CoinsError.holdTimedOut(id)
    }

    try checkOrder(of: operation, after: hold, id)

    let amount = operation.kind == .capture ? operation.amount ?? hold.amount : hold.amount
    guard amount <= hold.amount else { throw CoinsError.exceedsHold(id, held: hold.amount, wanted: amount) }
    let debit = try book.find(number: hold.debit, in: connection)
    let credit = try book.find(number: hold.credit, in: connection)
    if rules != nil { try checkRules(operation, amount: amount, debit: debit, credit: credit) }
    var posting = Posting(kind: operation.kind, debit: debit, credit: credit, amount: amount)
    posting.related = hold.number
    posting.heldChange = -hold.amount

    let reserved = try draws(of: [hold.number])
    let released = operation.kind == .capture ? hold.amount - amount : hold.amount
    let (kept, freed) = Self.split(reserved, givingBack: released)
    posting.draws = freed.map { Draw(lot: $0.lot, amount: -$0.amount, expires: $0.expires) }
    if operation.kind == .capture {
      try checkRoom(for: amount, in: credit)
      posting.lots = Self.lots(from: kept)
      // Coins of a wallet keep their expiry; those of a budget get theirs now.
      guard reserved.isEmpty || operation.expires == nil else { throw CoinsError.expiryIsKept(id) }
      if reserved.isEmpty {
        posting.expires = try expiry(of: operation)
        if operation.expires == nil, book[debit].kind == .budget, book[credit].kind == .wallet {
          posting.expires = try defaultExpiry(from: operation.at ?? now)
        }
      }
    }
    return posting
  }

  /// Divides draws so that the coins with the longest life are given back.
  static func split(_ draws: [Draw], givingBack amount: Int64) -> (kept: [Draw], freed: [Draw]) {
    var missing = amount
    var kept: [Draw] = []
    var freed: [Draw] = []
    for draw in draws.reversed() {
      let part = min(missing, draw.amount)
      missing -= part
      if part > 0 { freed.append(Draw(lot: draw.lot, amount: part, expires: draw.expires)) }
      if part < draw.amount { kept.append(Draw(lot: draw.lot, amount: draw.amount - part, expires: draw.expires)) }
    }
    return (kept.reversed(), freed)
  }

  /// What some transfers took from the lots of whoever paid, on balance: soonest to expire first.
  /// - Parameter reversals: theirs, of which only what they gave back counts; what they took was from the other side.
  func draws(of transfers: [Int64], lessReversals reversals: [Int64] = []) throws -> [Draw] {
    var net: [Int64: Draw] = [:]
    for (place, transfer) in (transfers + reversals).enumerated() {
      let rows = try connection.rows(
        """
        SELECT d.lot, d.amount, l.expires_at FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
        WHERE d.transfer = ?1
        """, .integer(transfer)
      ) { Draw(lot: $0.integer(0), amount: $0.integer(1), expires: $0.optionalTime(2)) }
      for row in rows where place < transfers.count || row.amount < 0 {
        net[row.lot] = Draw(lot: row.lot, amount: (net[row.lot]?.amount ?? 0) + row.amount, expires: row.expires)
      }
    }
    return net.values.filter { $0.amount > 0 }.sorted {
      ($0.expires?.microseconds ?? .max, $0.lot) < ($1.expires?.microseconds ?? .max, $1.lot)
    }
  }

  /// Times out the holds on an account whose time was up, before anything else is taken from it; those on wallets that
  /// were merged into it too, whose coins come to it.
  func releaseDueHolds(of index: Int) throws {
    if hasMerges {
      for wallet in try walletsMerged(into: index) { try releaseHolds(of: wallet) }
    }
    try releaseHolds(of: index)
  }

  private func releaseHolds(of index: Int) throws {
    guard book[index].held > 0 else { return }
    let due = try connection.rows(
      """
      SELECT t.id FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.hold
      WHERE h.resolved_by IS NULL AND h.debit = ?1 AND h.times_out_at <= ?2 ORDER BY h.times_out_at, h.hold
      """, .integer(book[index].number), .time(now)
    ) { try $0.identifier(0, TransferTag.self) }
    for hold in due { _ = try apply(.timeOut(hold)) }
  }

  /// A transfer as it was posted.
  func transfer(_ id: TransferID) throws -> Posted {
    let statement = try connection.statement(
      "SELECT transfer, kind, debit, credit, amount, expires_at, related, at FROM coins_transfers WHERE id = ?1")
    statement.bind(id, at: 1)
    let found = try statement.first { row in
      Posted(
        number: row.integer(0), kind: try Self.kind(row.integer(1)), debit: row.integer(2), credit: row.integer(3),
        amount: row.integer(4), expires: row.optionalTime(5), related: row.optionalInteger(6), at: row.time(7))
    }
    guard let found else { throw CoinsError.noTransfer(id) }
    return found
  }

  struct Posted {
    let number: Int64
    let kind: TransferKind
    let debit: Int64
    let credit: Int64
    let amount: Int64
    let expires: Timestamp?
    let related: Int64?
    /// When it happened.
    let at: Timestamp
  }
}
