internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What users earned: coins that the issuer or a budget gave them, less what was taken back of these. Balances brought
/// over from another system (imports) and coins of other users aren't earned, and what was spent is earned all the same.
///
/// The table `coins_earned` has sums by wallet and day (UTC). A question inside a write transaction brings them up to
/// date. So a question costs the days of the period and not the movements.
struct Earnings {
  let connection: Connection

  private struct Wallet {
    let account: Int64
    let last: Int64
  }

  /// What was earned on one day.
  private struct Day {
    var coins: Int64 = 0
    var first: Int64?
    var last: Int64?
  }

  /// - Parameters:
  ///   - from: of the moments at which it happened, with this one.
  ///   - until: without this one.
  ///   - left: transfers that are left out, as if they had not been booked.
  func earned(
    by user: UserID, from: Timestamp, until: Timestamp, without left: Set<TransferID> = []
  ) throws -> Int64 {
    let wallets = try wallets(of: user)
    let sum = try wallets.reduce(Int64(0)) { try $0 &+ earned(in: $1, from, until) }
    return try left.reduce(sum) { try $0 &- part(of: $1, in: wallets, from, until, without: left) }
  }

  /// Grants that welcomed a user.
  func welcomes(of user: UserID) throws -> Set<TransferID> {
    try wallets(of: user).reduce(into: []) { found, wallet in
      found.formUnion(
        try connection.fetchAll(
          """
          SELECT t.id FROM coins_welcomes AS w JOIN coins_transfers AS t ON t.transfer = w.transfer
          WHERE w.account = \(wallet.account)
          """
        ) { try $0["id"] as TransferID })
    }
  }

  /// Movements that may wait to be added to the sums; with more, reading is worth a write.
  private static let mostWaiting = 500

  /// Whether more than `mostWaiting` movements are not summed yet.
  func isBehind(for user: UserID) throws -> Bool {
    try wallets(of: user).contains { wallet in
      var waiting = 0
      try walk(from: wallet.last, after: mark(of: wallet)) { _, _ in
        waiting += 1
        return waiting <= Self.mostWaiting
      }
      return waiting > Self.mostWaiting
    }
  }

  /// A reversal stands in the wallet that has the coins by then, so wallets that became one are looked at as one.
  private func wallets(of user: UserID) throws -> [Wallet] {
    try connection.fetchAll(
      """
      SELECT w.account, w.last_entry FROM coins_accounts AS o
      JOIN coins_accounts AS w ON w.account = coalesce(o.merged_into, o.account)
        OR w.merged_into = coalesce(o.merged_into, o.account)
      WHERE o.owner = \(user) AND o.asset = \(Asset.coins.number) AND o.kind = \(AccountKind.wallet.rawValue)
      """
    ) { Wallet(account: $0["account"], last: ($0["last_entry"] as Int64?) ?? 0) }
  }

  private func earned(in wallet: Wallet, _ from: Timestamp, _ until: Timestamp) throws -> Int64 {
    guard from < until else { return 0 }
    let waiting = try bringUp(wallet)
    // Whole days are summed; what a bound cuts in two is looked at by its entries.
    let (first, end) = (-Self.day(of: 0 &- from.microseconds), Self.day(of: until.microseconds))
    var sum: Int64 = 0
    if first < end {
      sum =
        try connection.fetchOne(
          """
          SELECT coalesce(sum(coins), 0) FROM coins_earned
          WHERE account = \(wallet.account) AND day >= \(first) AND day < \(end)
          """) ?? 0
      for (day, earned) in waiting where day >= first && day < end { sum &+= earned.coins }
    }
    let cut = Set([from, until].filter { $0.microseconds % Timestamp.day != 0 }.map { Self.day(of: $0.microseconds) })
    for day in cut { sum &+= try earned(on: day, waiting[day], in: wallet, from, until) }
    return sum
  }

  /// What was earned on a part of a day.
  private func earned(
    on day: Int64, _ waiting: Day?, in wallet: Wallet, _ from: Timestamp, _ until: Timestamp
  ) throws -> Int64 {
    let kept = try connection.fetchOne(
      "SELECT first_entry, last_entry FROM coins_earned WHERE account = \(wallet.account) AND day = \(day)"
    ) { (first: $0["first_entry"] as Int64?, last: $0["last_entry"] as Int64?) }
    guard let first = kept?.first ?? waiting?.first, let last = waiting?.last ?? kept?.last else { return 0 }
    var sum: Int64 = 0
    try walk(from: last, after: first - 1) { entry, movement in
      if case .earned(let at, let coins) = movement, Self.day(of: at.microseconds) == day, at >= from, at < until {
        sum &+= try coins &- reversed(entry / 2)
      }
      return true
    }
    return sum
  }

  /// Adds what lies behind a wallet's mark to its sums.
  /// - Returns: it, by day, where nothing may be written; else nothing.
  private func bringUp(_ wallet: Wallet) throws -> [Int64: Day] {
    let mark = try mark(of: wallet)
    guard wallet.last > mark else { return [:] }
    var days: [Int64: Day] = [:]
    // The newest first.
    try walk(from: wallet.last, after: mark) { entry, movement in
      switch movement {
      case .earned(let at, let coins):
        let day = Self.day(of: at.microseconds)
        days[day, default: Day()].coins &+= coins
        days[day]?.first = entry
        if days[day]?.last == nil { days[day]?.last = entry }
      case .takenBack(let at, let coins): days[Self.day(of: at.microseconds), default: Day()].coins &-= coins
      case .other: break
      }
      return true
    }
    guard connection.isWriting else { return days }
    for (day, earned) in days {
      try connection.execute(
        """
        INSERT INTO coins_earned (account, day, coins, first_entry, last_entry)
        VALUES (\(wallet.account), \(day), \(earned.coins), \(earned.first), \(earned.last))
        ON CONFLICT (account, day) DO UPDATE SET coins = coins_earned.coins + excluded.coins,
          first_entry = coalesce(coins_earned.first_entry, excluded.first_entry),
          last_entry = coalesce(excluded.last_entry, coins_earned.last_entry)
        """)
    }
    try connection.execute(
      """
      INSERT INTO coins_earned_marks (account, entry) VALUES (\(wallet.account), \(wallet.last))
      ON CONFLICT (account) DO UPDATE SET entry = excluded.entry
      """)
    return [:]
  }

  private func mark(of wallet: Wallet) throws -> Int64 {
    try connection.fetchOne("SELECT entry FROM coins_earned_marks WHERE account = \(wallet.account)") ?? 0
  }

  /// What a transfer that is left out adds to the sum.
  private func part(
    of id: TransferID, in wallets: [Wallet], _ from: Timestamp, _ until: Timestamp, without left: Set<TransferID>
  ) throws -> Int64 {
    let found = try connection.fetchOne("SELECT transfer, debit, credit FROM coins_transfers WHERE id = \(id)") {
      (number: $0["transfer"] as Int64, debit: $0["debit"] as Int64, credit: $0["credit"] as Int64)
    }
    guard let found else { return 0 }
    let isCredit = wallets.contains { $0.account == found.credit }
    guard isCredit || wallets.contains(where: { $0.account == found.debit }) else { return 0 }
    let entry = 2 * found.number + (isCredit ? 1 : 0)
    switch try movement(at: entry)?.movement {
    case .earned(let at, let coins)? where at >= from && at < until: return try coins &- reversed(found.number)
    case .takenBack(let at, let coins)? where at >= from && at < until:
      let original: TransferID? = try connection.fetchOne(
        """
        SELECT o.id FROM coins_transfers AS t JOIN coins_transfers AS o ON o.transfer = t.related
        WHERE t.transfer = \(found.number)
        """)
      return original.map(left.contains) == true ? 0 : -coins
    default: return 0
    }
  }

  private func reversed(_ transfer: Int64) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT coalesce(sum(amount), 0) FROM coins_transfers
      WHERE related = \(transfer) AND kind = \(TransferKind.reverse.rawValue)
      """) ?? 0
  }

  /// What an entry says of what was earned, and when that was.
  private enum Movement {
    case earned(Timestamp, Int64)
    /// The moment is that of what was taken back.
    case takenBack(Timestamp, Int64)
    case other
  }

  /// Goes back through a wallet's entries, the newest first, as long as it is told to.
  private func walk(from last: Int64, after end: Int64, _ body: (Int64, Movement) throws -> Bool) throws {
    var next = last
    while next > end {
      guard let step = try movement(at: next) else {
        throw StorageError.corrupt("entry \(next) is referred to but not there")
      }
      guard try body(next, step.movement) else { return }
      guard step.previous < next else { throw StorageError.corrupt("entry \(next) comes before its own forerunner") }
      next = step.previous
    }
  }

  private func movement(at entry: Int64) throws -> (movement: Movement, previous: Int64)? {
    let statement = try connection.statement(
      """
      SELECT e.amount, e.previous, t.kind, t.at, p.kind AS payer, o.kind AS original, o.at AS original_at,
        op.kind AS original_payer
      FROM coins_entries AS e JOIN coins_transfers AS t ON t.transfer = e.entry / 2
      JOIN coins_accounts AS p ON p.account = t.debit LEFT JOIN coins_transfers AS o ON o.transfer = t.related
      LEFT JOIN coins_accounts AS op ON op.account = o.debit WHERE e.entry = ?1
      """)
    statement.bind(entry, at: 1)
    return try statement.first { row in
      let (amount, previous): (Int64, Int64?) = (row["amount"], row["previous"])
      let kind = try Ledger.kind(row["kind"])
      if Self.isEarned(kind, row["payer"]), amount > 0 { return (.earned(row["at"], amount), previous ?? 0) }
      if kind == .reverse, amount < 0, let original = row["original"] as Int64?,
        Self.isEarned(try Ledger.kind(original), row["original_payer"]), let at = row["original_at"] as Timestamp?
      {
        return (.takenBack(at, 0 &- amount), previous ?? 0)
      }
      return (.other, previous ?? 0)
    }
  }

  private static func isEarned(_ kind: TransferKind, _ payer: Int64?) -> Bool {
    (kind == .issue || kind == .capture) && payer != AccountKind.wallet.rawValue
  }

  private static func day(of microseconds: Int64) -> Int64 {
    let (day, rest) = microseconds.quotientAndRemainder(dividingBy: Timestamp.day)
    return rest < 0 ? day - 1 : day
  }

  /// What doesn't add up: the first day of a wallet whose sum isn't that of its entries; nil where all do.
  func fault() throws -> String? {
    let credit = "t.kind IN (\(TransferKind.issue.rawValue), \(TransferKind.capture.rawValue))"
    let (wallet, reverse) = (AccountKind.wallet.rawValue, TransferKind.reverse.rawValue)
    // Rounded down, as days before 1970 are, too.
    let day = "(x.at - ((x.at % \(Timestamp.day)) + \(Timestamp.day)) % \(Timestamp.day)) / \(Timestamp.day)"
    return try connection.fetchOne(
      """
      SELECT account, day FROM (
        SELECT account, \(sql: day) AS day, amount AS coins FROM (
          SELECT e.account AS account, t.at AS at, e.amount AS amount FROM coins_entries AS e
          JOIN coins_earned_marks AS m ON m.account = e.account AND e.entry <= m.entry
          JOIN coins_transfers AS t ON t.transfer = e.entry / 2 JOIN coins_accounts AS p ON p.account = t.debit
          WHERE \(sql: credit) AND e.amount > 0 AND p.kind <> \(wallet)
          UNION ALL
          SELECT e.account, t.at, e.amount FROM coins_entries AS e
          JOIN coins_earned_marks AS m ON m.account = e.account AND e.entry <= m.entry
          JOIN coins_transfers AS r ON r.transfer = e.entry / 2 AND r.kind = \(reverse)
          JOIN coins_transfers AS t ON t.transfer = r.related JOIN coins_accounts AS p ON p.account = t.debit
          WHERE \(sql: credit) AND e.amount < 0 AND p.kind <> \(wallet)
        ) AS x
        UNION ALL SELECT account, day, -coins FROM coins_earned
      ) AS sums GROUP BY account, day HAVING sum(coins) <> 0 LIMIT 1
      """
    ) { row in
      let (account, day): (Int64, Int64) = (row["account"], row["day"])
      return "what wallet \(account) earned on \(CalendarDate(daysSinceEpoch: day)) isn't what its entries say"
    }
  }

  /// The same for everybody who earned anything, by the wallet that has it now, in no order.
  func all(from: Timestamp, until: Timestamp) throws -> [(user: UserID, coins: Int64)] {
    try connection.fetchAll(
      """
      SELECT owner, sum(coins) AS coins FROM (
        SELECT coalesce(s.owner, w.owner) AS owner, t.amount - coalesce((SELECT sum(r.amount) FROM coins_transfers AS r
          WHERE r.related = t.transfer AND r.kind = \(TransferKind.reverse.rawValue)), 0) AS coins
        FROM coins_transfers AS t JOIN coins_accounts AS w ON w.account = t.credit
        JOIN coins_accounts AS p ON p.account = t.debit
        LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
        WHERE t.kind IN (\(TransferKind.issue.rawValue), \(TransferKind.capture.rawValue)) AND t.at >= \(from)
          AND t.at < \(until) AND w.kind = \(AccountKind.wallet.rawValue) AND w.asset = \(Asset.coins.number)
          AND p.kind <> \(AccountKind.wallet.rawValue)
      ) AS earned GROUP BY owner
      """
    ) { (user: try $0["owner"], coins: $0["coins"] as Int64) }
  }
}
