internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// The state of all coins: what was put out, what came back, what is still owed.
///
/// Every coin that a user ever had is in a wallet, redeemed or expired; so
/// `imported + granted = liability + redeemed + expired`, and `issued = imported + granted + in budgets`.
struct Report: Sendable {
  /// Whose months it goes by.
  let zone: TimeZone
  /// Coins that left the issuer, less those that went back.
  var issued: Int64 = 0
  /// Put into budgets and not granted yet.
  var inBudgets: Int64 = 0
  /// What has become of all coins that users ever had.
  var flow = CoinFlow()
  /// Of what is left, reserved by holds.
  var held: Int64 = 0
  /// What users owe: coins that were to be taken back when they were spent. It is no part of the liability.
  var owed: Int64 = 0
  /// Wallets with at least one coin.
  var wallets: Int64 = 0
  /// Coins in wallets whose time is up, but whose expiry was not booked yet.
  var overdue: Int64 = 0
  /// Coins in wallets without an expiry.
  var lasting: Int64 = 0
  var expiring: [Month: Int64] = [:]
  var activity: [Month: CoinFlow] = [:]
  var budgets: [Budget] = []
  /// What a coin is worth now (`coins.value`).
  var value: CoinValue?
  /// The activity in money, each flow by the value of its moment; months before any value are left out.
  var worth: [Month: FlowWorth] = [:]

  struct FlowWorth: Sendable {
    var imported = Worth()
    var granted = Worth()
    var redeemed = Worth()
    var expired = Worth()

    mutating func add(_ flow: CoinFlow, at value: CoinValue) {
      imported.add(flow.imported, at: value)
      granted.add(flow.granted, at: value)
      redeemed.add(flow.redeemed, at: value)
      expired.add(flow.expired, at: value)
    }
  }

  /// A month, and which value of a coin counted: a month has several where the value was changed in it.
  private struct Part: Hashable {
    let month: Month
    let value: Int?
  }

  struct Budget: Sendable {
    let name: String
    let funded: Int64
    let granted: Int64
    let left: Int64
  }

  /// What users may still spend.
  var liability: Int64 { flow.left }

  /// The share of all coins that users ever had which has been spent so far.
  var redemptionRate: Double { flow.received == 0 ? 0 : Double(flow.redeemed) / Double(flow.received) }

  static func make(at now: Timestamp, zone: TimeZone, in connection: Connection) throws -> Report {
    var report = Report(zone: zone)
    try report.readAccounts(at: now, in: connection)
    try report.readLots(at: now, zone, in: connection)
    let values = try CoinValues(in: connection)
    report.value = values.value(at: now)
    let parts = try Flows().flows(since: nil, until: nil, in: connection) {
      Part(month: Month(zone.date(at: $0)), value: values.number(at: $0))
    }
    for (part, flow) in parts {
      report.activity[part.month, default: CoinFlow()] += flow
      report.flow += flow
      if let value = values.value(part.value) { report.worth[part.month, default: FlowWorth()].add(flow, at: value) }
    }
    report.overdue = try Flows().overdue(at: now, in: connection)
    try report.readBudgets(in: connection)
    return report
  }

  private mutating func readAccounts(at now: Timestamp, in connection: Connection) throws {
    try connection.forEach(
      """
      SELECT a.kind, a.posted, \(sql: DueHolds.held(at: now)) AS held FROM coins_accounts AS a
      WHERE a.asset = \(Asset.coins.number)
      """
    ) { row in
      let posted: Int64 = row["posted"]
      switch AccountKind(rawValue: row["kind"]) {
      case .wallet:
        held += row["held"]
        if posted > 0 { wallets += 1 }
      case .budget: inBudgets += posted
      case .issuer: issued = -posted
      case .redeemed, .expired, nil: break
      }
    }
    owed =
      try connection.fetchOne(
        """
        SELECT sum(posted) FROM coins_accounts
        WHERE asset = \(Asset.owed.number) AND kind = \(AccountKind.wallet.rawValue)
        """) ?? 0
    // A user whose coins are all held in wallets that were merged is one user with coins.
    wallets -=
      try connection.fetchOne(
        """
        SELECT count(*) FROM coins_accounts
        WHERE merged_into IS NOT NULL AND posted > 0 AND asset = \(Asset.coins.number)
        """) ?? 0
    wallets +=
      try connection.fetchOne(
        """
        SELECT count(DISTINCT a.account) FROM coins_accounts AS m JOIN coins_accounts AS a ON a.account = m.merged_into
        WHERE m.merged_into IS NOT NULL AND m.posted > 0 AND a.posted = 0 AND a.asset = \(Asset.coins.number)
        """) ?? 0
  }

  private mutating func readLots(at now: Timestamp, _ zone: TimeZone, in connection: Connection) throws {
    // What is owed lies in lots without an expiry, too.
    lasting -= owed
    try connection.forEach("SELECT remaining, expires_at FROM \(sql: DueHolds.lots(at: now)) AS l") { row in
      guard let expires = row["expires_at"] as Timestamp? else { return lasting += row["remaining"] }
      // Coins that are good until a day is over expire at the next midnight; they belong to the month of that day.
      expiring[Month(zone.date(at: expires.advanced(byMicroseconds: -1))), default: 0] += row["remaining"]
    }
  }

  private mutating func readBudgets(in connection: Connection) throws {
    budgets = try connection.fetchAll(
      """
      SELECT a.name, sum(CASE WHEN e.amount > 0 THEN e.amount ELSE 0 END) AS funded,
        sum(CASE WHEN e.amount < 0 THEN -e.amount ELSE 0 END) AS granted, a.posted
      FROM coins_accounts AS a JOIN coins_entries AS e ON e.account = a.account
      WHERE a.asset = \(Asset.coins.number) AND e.account IN (SELECT account FROM coins_accounts WHERE name IS NOT NULL)
      GROUP BY a.account ORDER BY 3 DESC, a.name LIMIT 10
      """
    ) { Budget(name: $0["name"], funded: $0["funded"], granted: $0["granted"], left: $0["posted"]) }
  }
}

/// A month of the calendar.
struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Months since the year 0.
  private let index: Int64

  init(_ date: CalendarDate) { index = date.year * 12 + date.month - 1 }

  private init(index: Int64) { self.index = index }

  var next: Month { Month(index: index + 1) }

  static func < (left: Month, right: Month) -> Bool { left.index < right.index }

  /// `2027-06`.
  var description: String {
    let month = index % 12 + 1
    return "\(index / 12)-\(month < 10 ? "0" : "")\(month)"
  }
}
