internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// The movements of an account, newest first; those of wallets that were merged into it are among them, marked.
enum History {
  /// One movement, seen from the account whose history it is.
  struct Movement: Sendable {
    /// The number of the account's entry, 0 for a hold, void or time-out, which post nothing.
    let entry: Int64
    var record: Record
    /// Negative when coins went out.
    let amount: Int64
    let balance: Int64
    let other: AccountReference
    /// Whose wallet it was, where that was merged into the one whose history this is. The balance is that wallet's.
    let merged: UserID?
    /// Whether both sides are the same user's by now, so that nothing came in or went out.
    let isWithin: Bool

    func named(by purposes: TransferPurposes, in connection: Connection) throws -> Movement {
      var named = self
      named.record = try purposes.named(record, in: connection)
      return named
    }

    /// When it was booked, where that isn't when it happened: the order is that of booking.
    var booked: Timestamp? {
      let booked = record.id.created
      // An id is of a whole millisecond; and what happens in one file happens within seconds.
      let gap = booked.microseconds - record.at.microseconds
      return abs(gap) < 60_000_000 ? nil : booked
    }
  }

  /// Movements of a wallet, whose user the caller has named.
  static let ofWallet: [Field<Movement>] =
    [Field("transfer", .id.orNull) { $0.record.id }]
    + movement
    + [
      Field("merged_from", .id, for: .user) { $0.merged },
      Field("booked", .time) { $0.booked },
    ] + [Field<Record>].purpose.of { $0.record }

  /// Movements of a budget, which are of many users.
  static let ofBudget: [Field<Movement>] =
    [Field("transfer", .id, for: .trace) { $0.record.id }] + movement + [Field("booked", .time) { $0.booked }]

  private static let movement: [Field<Movement>] = [
    Field("at", .time) { $0.record.at },
    Field("kind", .text) { $0.record.name },
    Field("amount", .coins.orNull) { $0.amount },
    Field("balance", .coins) { $0.balance },
    Field("other", .cell(.text), "FROM/TO") { $0.other.cell },
    Field("expires", .time) { $0.record.expires },
    Field("reason", .text, for: .reason) { $0.record.reason },
    Field("key", .text, for: .key) { $0.record.key },
  ]

  /// What a history is narrowed to. Times are those at which things happened.
  struct Filter: Sendable {
    /// By the names that people know them by.
    var kinds: Set<String> = []
    var since: Timestamp?
    var until: Timestamp?
    /// Whether what moved between wallets that are one by now is left out: to its user nothing came in or went out.
    var leavesOutMerges = false

    func accepts(_ record: Record) -> Bool {
      (kinds.isEmpty || kinds.contains(record.name)) && (since.map { record.at >= $0 } ?? true)
        && (until.map { record.at < $0 } ?? true)
    }
  }

  /// So many of the newest movements, and the cursor of what follows; nil when nothing does.
  static func page(
    of account: AccountReference, before cursor: TransferID? = nil, filter: Filter = Filter(), limit: Int,
    in connection: Connection
  ) throws -> (movements: [Movement], next: TransferID?) {
    var movements: [Movement] = []
    var next: TransferID?
    try forEach(of: account, before: cursor, in: connection) { movement in
      guard filter.accepts(movement.record), !(filter.leavesOutMerges && movement.isWithin) else { return true }
      // Both sides of a merge stay on one page, so that a cursor has one place.
      guard movements.count < limit || movements.last?.record.number == movement.record.number else {
        next = movements.last?.record.id
        return false
      }
      movements.append(movement)
      return true
    }
    return (movements, next)
  }

  /// Follows the entries back, each to the one before it in its account, while `body` returns true.
  /// - Parameter first: only movements of transfers that have a smaller number.
  static func forEach(
    of reference: AccountReference, before cursor: TransferID? = nil, below first: Int64? = nil,
    in connection: Connection, _ body: (Movement) throws -> Bool
  ) throws {
    guard let account = try Wallet.place(of: reference, in: connection) else { return }
    let merged = account.merged
    var lists = [List(account: account.number, user: nil, entry: account.lastEntry)]
    lists += merged.map { List(account: $0.number, user: $0.user, entry: $0.lastEntry) }
    if let cursor { try Self.move(&lists, before: cursor, in: connection) }
    if let first { for index in lists.indices { try lists[index].move(below: 2 * first, in: connection) } }
    let own = Set(merged.map { AccountReference.wallet($0.user) } + [.wallet(account.owner.user)])
    let select = try connection.statement(
      """
      SELECT \(Records.columns), e.amount AS change, e.balance, e.previous FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2 \(Records.joins)
      WHERE e.entry = ?1
      """)
    while let newest = lists.indices.max(by: { lists[$0].entry < lists[$1].entry }), lists[newest].entry != 0 {
      let list = lists[newest]
      select.bind(list.entry, at: 1)
      let step = try select.first { row in
        let record = try Records.read(row)
        let change: Int64 = row["change"]
        let other = change < 0 ? record.to : record.from
        return (
          Movement(
            entry: list.entry, record: record, amount: change, balance: row["balance"], other: other, merged: list.user,
            isWithin: !merged.isEmpty && own.contains(other)), row["previous"] as Int64
        )
      }
      guard let (movement, previous) = step else {
        throw StorageError.corrupt("entry \(list.entry) of an account's history is not there")
      }
      guard try body(movement) else { return }
      lists[newest].entry = previous
    }
  }

  /// Where one account's list of entries has got to.
  private struct List {
    let account: Int64
    /// Whose wallet it was before it was merged.
    let user: UserID?
    var entry: Int64

    /// Moves it to its newest entry below a number.
    mutating func move(below bound: Int64, in connection: Connection) throws {
      while entry >= bound {
        entry = try connection.fetchOne("SELECT previous FROM coins_entries WHERE entry = \(entry)") ?? 0
      }
    }
  }

  /// Moves each list to its newest entry of a transfer before the one that a cursor names.
  private static func move(_ lists: inout [List], before cursor: TransferID, in connection: Connection) throws {
    let legs = try connection.fetchAll(
      """
      SELECT e.account, e.entry, e.previous FROM coins_transfers AS t
      JOIN coins_entries AS e ON e.entry IN (2 * t.transfer, 2 * t.transfer + 1) WHERE t.id = \(cursor)
      """
    ) { (account: $0["account"] as Int64, entry: $0["entry"] as Int64, previous: $0["previous"] as Int64) }
    guard let first = legs.map({ $0.entry / 2 * 2 }).first,
      legs.contains(where: { leg in lists.contains { $0.account == leg.account } })
    else { throw CoinsError.noTransfer(cursor) }
    for index in lists.indices {
      if let leg = legs.first(where: { $0.account == lists[index].account }) {
        lists[index].entry = leg.previous
        continue
      }
      // Of a merged wallet that the cursor says nothing of.
      try lists[index].move(below: first, in: connection)
    }
  }
}
