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

  static let expiries: [Field<Expiry>] = [
    Field("expires", .time) { $0.expires },
    Field("coins", .coins) { $0.coins },
  ]

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

  static let holds: [Field<Record>] =
    [
      Field("hold", .id, for: .trace) { $0.id },
      Field("at", .time, "SINCE") { $0.at },
      Field("coins", .coins) { $0.amount },
      Field("to", .cell(.text), "FOR") { $0.to.cell },
      Field("until", .time) { $0.expires },
      Field("reason", .text, for: .reason) { $0.reason },
      Field("key", .text, for: .key) { $0.key },
    ] + .purpose

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
