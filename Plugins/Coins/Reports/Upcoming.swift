internal import CoinsContract
internal import QixModule

/// What will become of a wallet by itself: which coins expire when, and what is held until when.
enum Upcoming {
  /// Coins that can be spent until one moment.
  struct Expiry: Sendable, Equatable {
    /// Nil for coins that never expire.
    let expires: Timestamp?
    var coins: Int64
  }

  static let expiryColumns = [Column("expires", "EXPIRES"), Column("coins", "COINS", alignment: .trailing)]

  /// Lots with the same end taken together, in the order in which they are given.
  static func expiries(_ lots: some Sequence<Wallet.Lot>) -> [Expiry] {
    var expiries: [Expiry] = []
    for lot in lots {
      if let last = expiries.last, last.expires == lot.expires {
        expiries[expiries.count - 1].coins += lot.remaining
      } else {
        expiries.append(Expiry(expires: lot.expires, coins: lot.remaining))
      }
    }
    return expiries
  }

  static let holdColumns = [
    Column("hold", "HOLD", confidential: .trace), Column("at", "SINCE"), Column("coins", "COINS", alignment: .trailing),
    Column("to", "FOR"), Column("until", "UNTIL"), Column("reason", "REASON", confidential: .reason),
    Column("key", "KEY", confidential: .key),
  ]

  /// The holds on a wallet that are open, and on those that were merged into it: the oldest first. One whose time is up is
  /// none, whether or not that was booked.
  /// - Parameter limit: one more than these tells whether there are more.
  static func holds(
    on account: Wallet.Account, at now: Timestamp, limit: Int, in connection: Connection
  ) throws -> [Record] {
    // By account, as the index of open holds has them.
    let holds = try account.place.numbers.flatMap { account in
      try connection.fetchAll(
        """
        SELECT \(sql: Records.columns) FROM coins_holds AS h
        JOIN coins_transfers AS t ON t.transfer = h.hold \(sql: Records.joins)
        WHERE h.resolved_by IS NULL AND h.debit = \(account) AND (h.times_out_at IS NULL OR h.times_out_at > \(now))
        ORDER BY h.hold LIMIT \(limit)
        """, Records.read)
    }
    return Array(holds.sorted { $0.number < $1.number }.prefix(limit))
  }
}

extension Upcoming.Expiry {
  var cells: [Cell] { [expires.map(Cell.timestamp) ?? .missing, .coins(coins)] }
}

extension Record {
  /// Of a hold.
  var holdCells: [Cell] {
    [
      .identifier("\(id)"), .timestamp(at), .coins(amount), to.cell,
      expires.map(Cell.timestamp) ?? .missing, reason.map(Cell.text) ?? .missing, key.map(Cell.text) ?? .missing,
    ]
  }
}
