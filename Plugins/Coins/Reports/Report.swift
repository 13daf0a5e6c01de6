internal import CoinsContract
internal import QixModule

/// The state of all coins: what was put out, what came back, what is still owed.
///
/// Every coin that was ever granted to a user is in a wallet, redeemed or expired; so
/// `granted = liability + redeemed + expired`, and `issued = granted + in budgets`.
struct Report: Sendable {
  /// Coins that left the issuer, less those that went back.
  var issued: Int64 = 0
  /// Put into budgets and not granted yet.
  var inBudgets: Int64 = 0
  /// In wallets: what users may still spend.
  var liability: Int64 = 0
  /// Of these, reserved by holds.
  var held: Int64 = 0
  var redeemed: Int64 = 0
  var expired: Int64 = 0
  /// Wallets with at least one coin.
  var wallets: Int64 = 0
  /// Coins in wallets whose time is up, but whose expiry was not booked yet.
  var overdue: Int64 = 0
  /// Coins in wallets without an expiry.
  var lasting: Int64 = 0
  var expiring: [Month: Int64] = [:]
  var activity: [Month: Activity] = [:]
  var budgets: [Budget] = []

  struct Activity: Sendable, Equatable {
    var granted: Int64 = 0
    var redeemed: Int64 = 0
    var expired: Int64 = 0
  }

  struct Budget: Sendable {
    let name: String
    let funded: Int64
    let granted: Int64
    let left: Int64
  }

  var granted: Int64 { liability + redeemed + expired }

  /// The share of granted coins that has been spent so far.
  var redemptionRate: Double { granted == 0 ? 0 : Double(redeemed) / Double(granted) }

  /// The share that expired among the coins that came to an end: what the operator never had to make good.
  var breakageRate: Double { EndedCoins(redeemed: redeemed, expired: expired).breakage }

  static func make(at now: Timestamp, in connection: Connection) throws -> Report {
    var report = Report()
    let kinds = try report.readAccounts(at: now, in: connection)
    try report.readLots(at: now, in: connection)
    try report.readTransfers(kinds, in: connection)
    try report.readBudgets(in: connection)
    return report
  }

  /// - Returns: the kind of each account, by its number.
  private mutating func readAccounts(at now: Timestamp, in connection: Connection) throws -> [AccountKind?] {
    var kinds: [AccountKind?] = []
    let select = try connection.statement(
      "SELECT a.account, a.kind, a.posted, \(DueHolds.held) FROM coins_accounts AS a WHERE a.asset = ?2 ORDER BY a.account"
    )
    select.bind(now.microseconds, at: 1)
    select.bind(Asset.coins.number, at: 2)
    try select.forEach { row in
      let kind = AccountKind(rawValue: row.integer(1))
      while kinds.count <= Int(row.integer(0)) { kinds.append(nil) }
      kinds[Int(row.integer(0))] = kind
      let posted = row.integer(2)
      switch kind {
      case .wallet:
        liability += posted
        held += row.integer(3)
        if posted > 0 { wallets += 1 }
      case .budget: inBudgets += posted
      case .issuer: issued = -posted
      case .redeemed: redeemed = posted
      case .expired: expired = posted
      case nil: break
      }
      return true
    }
    // A user whose coins are all held in wallets that were merged is one user with coins.
    wallets -=
      try connection.first(
        "SELECT count(*) FROM coins_accounts WHERE merged_into IS NOT NULL AND posted > 0 AND asset = ?1",
        .integer(Asset.coins.number)
      ) { $0.integer(0) } ?? 0
    wallets +=
      try connection.first(
        """
        SELECT count(DISTINCT a.account) FROM coins_accounts AS m JOIN coins_accounts AS a ON a.account = m.merged_into
        WHERE m.merged_into IS NOT NULL AND m.posted > 0 AND a.posted = 0 AND a.asset = ?1
        """, .integer(Asset.coins.number)
      ) { $0.integer(0) } ?? 0
    return kinds
  }

  private mutating func readLots(at now: Timestamp, in connection: Connection) throws {
    let select = try connection.statement("SELECT remaining, expires_at FROM \(DueHolds.lots) AS l")
    select.bind(now.microseconds, at: 1)
    try select.forEach { row in
      guard let expires = row.optionalTime(1) else {
        lasting += row.integer(0)
        return true
      }
      if expires <= now { overdue += row.integer(0) }
      // Coins that are good until a day is over expire at the next midnight; they belong to the month of that day.
      expiring[Month(expires.advanced(byMicroseconds: -1)), default: 0] += row.integer(0)
      return true
    }
  }

  /// What went in and out of wallets, by the month in which it happened; reversals count against what they reverse.
  private mutating func readTransfers(_ kinds: [AccountKind?], in connection: Connection) throws {
    let unposted = TransferKind.allCases.filter { !$0.isPosted }.map { "\($0.rawValue)" }.joined(separator: ", ")
    try connection.statement(
      "SELECT debit, credit, amount, at FROM coins_transfers WHERE kind NOT IN (\(unposted))"
    ).forEach { row in
      let (debit, credit) = (Int(row.integer(0)), Int(row.integer(1)))
      guard kinds.indices.contains(debit), kinds.indices.contains(credit) else { return true }
      let amount = row.integer(2)
      let month = Month(row.time(3))
      switch (kinds[debit], kinds[credit]) {
      case (.issuer, .wallet), (.budget, .wallet): activity[month, default: Activity()].granted += amount
      case (.wallet, .issuer), (.wallet, .budget): activity[month, default: Activity()].granted -= amount
      case (.wallet, .redeemed): activity[month, default: Activity()].redeemed += amount
      case (.redeemed, .wallet): activity[month, default: Activity()].redeemed -= amount
      case (.wallet, .expired): activity[month, default: Activity()].expired += amount
      default: break
      }
      return true
    }
  }

  private mutating func readBudgets(in connection: Connection) throws {
    budgets = try connection.rows(
      """
      SELECT a.name, sum(CASE WHEN e.amount > 0 THEN e.amount ELSE 0 END),
        sum(CASE WHEN e.amount < 0 THEN -e.amount ELSE 0 END), a.posted
      FROM coins_accounts AS a JOIN coins_entries AS e ON e.account = a.account
      WHERE a.asset = ?1 AND e.account IN (SELECT account FROM coins_accounts WHERE name IS NOT NULL)
      GROUP BY a.account ORDER BY 3 DESC, a.name LIMIT 10
      """, .integer(Asset.coins.number)
    ) { Budget(name: $0.text(0), funded: $0.integer(1), granted: $0.integer(2), left: $0.integer(3)) }
  }
}

/// A month of the calendar, in UTC.
struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Months since the year 0.
  private let index: Int64

  init(_ time: Timestamp) {
    let date = time.date
    index = date.year * 12 + date.month - 1
  }

  private init(index: Int64) { self.index = index }

  var next: Month { Month(index: index + 1) }

  static func < (left: Month, right: Month) -> Bool { left.index < right.index }

  /// `2027-06`.
  var description: String {
    let month = index % 12 + 1
    return "\(index / 12)-\(month < 10 ? "0" : "")\(month)"
  }
}
