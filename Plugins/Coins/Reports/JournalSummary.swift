internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// The journal that agrees with `qix coins report`: what users got, spent and lost by expiry, summed by month or day, and
/// what they hold as the liability. Coins in budgets belong to no user yet, so no account has them.
struct JournalSummary {
  enum Span: Sendable { case day, month }

  private let journal: Journal
  private var file: LedgerFile
  private let span: Span
  private let values: CoinValues
  /// Whose each wallet is, by its account; nil where customers have one account together.
  private let owners: [Int: UserID]?
  private var entries: [Key: [Account: Int64]] = [:]

  init(
    _ journal: Journal, _ dialect: LedgerFile.Dialect, zone: TimeZone, by span: Span, hasAccounts: Bool,
    in connection: Connection
  ) throws {
    self.journal = journal
    self.span = span
    values = try CoinValues(in: connection)
    file = LedgerFile(
      dialect, zone: zone,
      "Coins of users, by qix, summed by \(span). Days are those of \(zone.identifier)."
        + (values.currencies.isEmpty
          ? "" : " Prices are exact; each entry's money is rounded to the smallest unit, halves away from zero."),
      currencies: values.currencies)
    owners = hasAccounts ? try Self.owners(in: connection) : nil
  }

  /// - Parameter now: the day of a journal in which nothing happened.
  mutating func write(at now: Timestamp, in connection: Connection, to face: any Face) throws {
    let days = try journal.days(file.zone, at: now, in: connection)
    try sum(until: days.upperBound, in: connection)
    let opening = wallets(try journal.opening(in: connection)).filter { $0.value != 0 }
    let closing = wallets(try journal.closing(in: connection))
    // What accounts hold at the end: of users by the ledger's own balances, of the others by the entries.
    var balances = entries.values.reduce(into: [:] as [Account: Int64]) { $0.merge($1, uniquingKeysWith: +) }
    for account in opening.keys { balances[account] = 0 }
    if !opening.isEmpty { balances[.opening] = opening.values.reduce(0, +) }
    for account in balances.keys where account.isOfUsers { balances[account] = 0 }
    for (account, coins) in closing where coins != 0 || balances[account] != nil { balances[account] = -coins }

    let accounts = balances.keys.sorted()
    for account in accounts { file.open(path(account), on: days.lowerBound) }
    if !opening.isEmpty {
      file.begin(days.lowerBound, "opening balances")
      file.posting(path(.opening), opening.values.reduce(0, +))
      for (account, coins) in opening.sorted(by: { $0.key < $1.key }) { file.posting(path(account), -coins) }
    }
    for (key, postings) in entries.sorted(by: { $0.key < $1.key }) {
      write(key, postings.filter { $0.value != 0 })
      if file.text.utf8.count > 1 << 16 { try face.write(file.drain()) }
    }
    file.close(accounts.map { (path($0), balances[$0] ?? 0) }, after: days.upperBound)
    try face.write(file.drain())
  }

  private mutating func write(_ key: Key, _ postings: [Account: Int64]) {
    guard !postings.isEmpty else { return }
    let value = values.value(key.value)
    // What users got, or gave back: the other side of what became of it.
    let coins = postings.reduce(0) { $1.key.isOfUsers ? $0 : $0 + $1.value } * (key.kind.isOutgoing ? -1 : 1)
    let money = key.kind == .moved ? nil : value.map { ("money", "\(Worth(coins, at: $0))") }
    file.begin(key.day, key.kind.name, tag: money)
    for (account, coins) in postings.sorted(by: { $0.key < $1.key }) { file.posting(path(account), coins, at: value) }
  }

  /// Sums what moved coins of users.
  private mutating func sum(until last: CalendarDate, in connection: Connection) throws {
    let (zone, journal, values) = (file.zone, journal, values)
    try Flows().forEach(since: journal.since, until: journal.until, in: connection) { movement in
      let date = zone.date(at: movement.at)
      // An entry for a month stands on its last day.
      let day = span == .day ? date : min(last, date.lastOfMonth)
      let number = values.number(at: movement.at)
      func post(_ kind: Kind, _ coins: Int64, _ debit: Account, _ credit: Account) {
        guard coins != 0, debit != credit else { return }
        let key = Key(day: day, kind: kind, value: number)
        entries[key, default: [:]][debit, default: 0] += coins
        entries[key, default: [:]][credit, default: 0] -= coins
      }
      if let from = movement.from, let to = movement.to {
        return post(.moved, movement.amount, account(from), account(to))
      }
      guard let wallet = movement.from ?? movement.to else { return }
      let (user, flow) = (account(wallet), movement.flow)
      post(.imported, flow.imported, .imported, user)
      post(.granted, flow.granted, .granted, user)
      post(.redeemed, flow.redeemed, user, .redeemed)
      post(.expired, flow.expired, user, .expired)
    }
  }

  private func account(_ wallet: Int) -> Account { owners.map { $0[wallet].map(Account.user) ?? .users } ?? .users }

  /// Coins of users by their accounts.
  private func wallets(_ balances: [Journal.Balance]) -> [Account: Int64] {
    balances.reduce(into: [:]) { sums, balance in
      guard case .wallet(let user) = balance.account else { return }
      sums[owners == nil ? .users : .user(user), default: 0] += balance.coins
    }
  }

  private static func owners(in connection: Connection) throws -> [Int: UserID] {
    var owners: [Int: UserID] = [:]
    try connection.forEach(
      """
      SELECT account, owner FROM coins_accounts
      WHERE asset = \(Asset.coins.number) AND kind = \(AccountKind.wallet.rawValue)
      """
    ) { owners[$0["account"]] = try $0["owner"] as UserID }
    return owners
  }

  private func path(_ account: Account) -> LedgerFile.Account {
    switch account {
    case .opening: ["Equity", "Coins", "Opening"]
    case .imported: ["Equity", "Coins", "Imported"]
    case .granted: ["Expenses", "Coins", "Granted"]
    case .redeemed: ["Income", "Coins", "Redeemed"]
    case .expired: ["Income", "Coins", "Expired"]
    case .users: ["Liabilities", "Coins", "Users"]
    case .user(let user): ["Liabilities", "Coins", "Users", file.part(user)]
    }
  }
}

extension JournalSummary {
  private enum Account: Hashable, Comparable {
    case opening, imported, granted, redeemed, expired, users
    case user(UserID)

    var isOfUsers: Bool {
      switch self {
      case .users, .user: true
      default: false
      }
    }
  }

  /// In the order in which they stand.
  private enum Kind: Int, Comparable {
    case imported, granted, moved, redeemed, expired

    /// A reversal lessens what it takes back.
    var name: String {
      switch self {
      case .imported: "imported"
      case .granted: "granted"
      case .moved: "moved between users"
      case .redeemed: "redeemed"
      case .expired: "expired"
      }
    }

    /// Whether users have less by it.
    var isOutgoing: Bool { self == .redeemed || self == .expired }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What is summed: coins of a day or month, of one kind, at one value.
  private struct Key: Hashable, Comparable {
    let day: CalendarDate
    let kind: Kind
    let value: Int?

    static func < (left: Self, right: Self) -> Bool {
      (left.day, left.kind, left.value ?? -1) < (right.day, right.kind, right.value ?? -1)
    }
  }
}

extension CalendarDate {
  fileprivate var lastOfMonth: CalendarDate {
    let first = CalendarDate(daysSinceEpoch: daysSinceEpoch - day + 1)
    return CalendarDate(daysSinceEpoch: first.adding(months: 1).daysSinceEpoch - 1)
  }
}
