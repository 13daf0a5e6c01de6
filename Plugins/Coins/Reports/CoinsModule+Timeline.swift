internal import CoinsContract
package import IdentityContract
package import QixModule

/// Movements of a wallet, holds on it, and the messages about coins that expire.
extension CoinsModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.coins, .message]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    var found: [TimelineEntry] = []
    if query.kinds.contains(.coins), let place = try Wallet.place(of: .wallet(query.user), in: connection) {
      // Numbers of transfers are in the order of their ids.
      let first = query.before == nil ? Int64.max / 2 : try number(from: query.bound(), in: connection)
      found += try movements(query, below: first, in: connection)
      found += try holds(on: place, query, below: first, at: context.clock.now(), in: connection)
    }
    if query.kinds.contains(.message) { found += try reminders(query, in: connection) }
    return query.cut(found)
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    guard let place = try Wallet.place(of: .wallet(query.user), in: connection) else {
      return [.message: try reminded(query, in: connection)]
    }
    let accounts = place.numbers.map { "\($0)" }.joined(separator: ", ")
    // Both sides of a transfer between wallets that are one by now are one entry.
    let moved: Int64? = try connection.fetchOne(
      """
      WITH RECURSIVE walk (entry, number) AS (
        SELECT last_entry, 1 FROM coins_accounts WHERE account IN (\(sql: accounts)) AND last_entry > 0
        UNION ALL
        SELECT e.previous, walk.number + 1 FROM walk JOIN coins_entries AS e ON e.entry = walk.entry
        WHERE e.previous > 0 AND walk.number < \(query.limit)
      )
      SELECT count(DISTINCT entry / 2) FROM walk
      """)
    let held: Int64? = try connection.fetchOne(
      """
      SELECT (SELECT count(*) FROM coins_holds WHERE debit IN (\(sql: accounts)) AND resolved_by IS NULL) + (
        SELECT count(*) FROM (
          SELECT hold FROM coins_holds WHERE debit IN (\(sql: accounts)) AND resolved_by IS NOT NULL
          LIMIT \(query.limit)) AS resolved)
      """)
    return [.coins: Int((moved ?? 0) + (held ?? 0)), .message: try reminded(query, in: connection)]
  }

  /// The number of the first transfer that has this id or a greater one.
  private static func number(from id: TransferID, in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT transfer FROM coins_transfers WHERE id >= \(id) ORDER BY id LIMIT 1")
      ?? Int64.max / 2
  }

  private static func movements(
    _ query: TimelineQuery, below first: Int64, in connection: Connection
  ) throws -> [TimelineEntry] {
    var found: [TimelineEntry] = []
    try History.forEach(of: .wallet(query.user), below: first, in: connection) { movement in
      let record = movement.record
      // Both sides are the user's by now: the one from which coins went tells it.
      guard !movement.isWithin || movement.amount < 0 else { return true }
      found.append(
        TimelineEntry(
          TimelinePlace(record.id), .coins, "coins.\(record.name)",
          movement.isWithin
            ? "Moved between wallets that are one by now: \(coins: record.amount)."
            : record.told(other: movement.other, isCredit: movement.amount > 0)
        ).with {
          $0.describe(record)
          $0.coins = movement.isWithin ? 0 : movement.amount
          if case .budget(let name) = movement.other { $0.of = name }
          $0.merged = movement.merged
        })
      return found.count < query.limit
    }
    return found
  }

  private static func holds(
    on place: Wallet.Place, _ query: TimelineQuery, below first: Int64, at now: Timestamp, in connection: Connection
  ) throws -> [TimelineEntry] {
    // Open ones are in one index, all others in another.
    let parts: [SQL] = ["IS NULL", "IS NOT NULL"]
    let accounts = [(number: place.number, user: UserID?.none)] + place.merged.map { ($0.number, $0.user) }
    return try accounts.flatMap { account in
      try parts.flatMap { part in
        try connection.fetchAll(
          """
          SELECT \(sql: Records.columns), h.times_out_at,
            (SELECT e.kind FROM coins_transfers AS e WHERE e.transfer = h.resolved_by) AS end_kind
          FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.hold \(sql: Records.joins)
          WHERE h.debit = \(account.number) AND h.resolved_by \(sql: part) AND h.hold < \(first)
          ORDER BY h.hold DESC LIMIT \(query.limit)
          """
        ) { row in try hold(row, of: account.user, at: now) }
      }
    }
  }

  private static func hold(_ row: Row, of merged: UserID?, at now: Timestamp) throws -> TimelineEntry {
    let record = try Records.read(row)
    let end = try (row["end_kind"] as Int64?).map { try Ledger.kind($0) }
    let isOver = (row["times_out_at"] as Timestamp?).map { $0 <= now } ?? false
    let state = end ?? (isOver ? .timeOut : nil)
    return TimelineEntry(
      TimelinePlace(record.id), .coins, "coins.hold", "Reserved: \(coins: record.amount)\(record.end)."
    ).with {
      $0.describe(record)
      $0.held = state == nil ? record.amount : nil
      $0.state = state?.name ?? "held"
      $0.merged = merged
    }
  }

  private static func reminders(_ query: TimelineQuery, in connection: Connection) throws -> [TimelineEntry] {
    try query.users.flatMap { user in
      try connection.fetchAll(
        """
        SELECT reminder, min(expires_at) AS soonest, sum(coins) AS coins, max(failed) AS failed FROM coins_reminders
        WHERE user = \(user) GROUP BY reminder
        """
      ) { row in
        let id: ReminderID = try row["reminder"]
        let isFailed: Bool = row["failed"]
        let (coins, soonest): (Int64, Timestamp) = (row["coins"], row["soonest"])
        let told: Sentence =
          isFailed
          ? "A reminder could not be sent: \(coins: coins), from \(soonest) on."
          : "Reminded of coins that expire: \(coins: coins), from \(soonest) on."
        return TimelineEntry(TimelinePlace(id), .message, "coins.remind", told).with {
          $0.subject = "\(id)"
          $0.state = isFailed ? "failed" : nil
          $0.merged = query.merged(user)
          $0.actions = ["coins.remind"]
        }
      }
    }
  }

  private static func reminded(_ query: TimelineQuery, in connection: Connection) throws -> Int {
    try query.users.reduce(0) { sum, user in
      let own: Int64? = try connection.fetchOne(
        "SELECT count(DISTINCT reminder) FROM coins_reminders WHERE user = \(user)")
      return sum + Int(own ?? 0)
    }
  }
}

extension TimelineEntry {
  /// What every entry of a transfer says.
  fileprivate mutating func describe(_ record: Record) {
    subject = "\(record.id)"
    happened = place.apart(record.at)
    reason = record.reason
    actions = CoinsModule.booking
  }
}

extension CoinsModule {
  /// The actions whose entries in the audit log name the transfer that they booked.
  fileprivate static let booking: Set<String> = Set(
    TransferKind.allCases.map { "coins.\($0.name)" } + ["coins.goodwill"])
}

extension Record {
  /// When what it reserves is free again, as the end of a sentence.
  fileprivate var end: Sentence { expires.map { " until \($0)" } ?? "" }

  /// What happened, seen from the wallet.
  fileprivate func told(other: AccountReference, isCredit: Bool) -> Sentence {
    let account: Sentence = if let user = other.owner { "\(user)" } else { "\(other.description)" }
    switch kind {
    case .issue, .fund: return "Granted from \(account): \(coins: amount)."
    case .import: return "Imported: \(coins: amount)."
    case .transfer:
      return isCredit ? "Received from \(account): \(coins: amount)." : "Sent to \(account): \(coins: amount)."
    case .redeem: return "Spent: \(coins: amount)."
    case .expire: return "Expired: \(coins: amount)."
    case .capture:
      return isCredit
        ? "Received from \(account), which had reserved it: \(coins: amount)."
        : "Spent what was reserved: \(coins: amount)."
    case .reverse:
      return isCredit ? "Given back: \(coins: amount)." : "Taken back: \(coins: amount)."
    default: return "\(name), \(account): \(coins: amount)."
    }
  }
}
