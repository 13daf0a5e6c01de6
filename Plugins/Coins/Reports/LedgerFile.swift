internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// A journal in one of the forms of plain-text accounting, in which bookkeepers read it.
///
/// The signs are theirs: a debit is positive. At the end each account's balance is asserted, so that hledger and
/// bean-check find a file of which a line is missing.
struct LedgerFile {
  enum Dialect: String, CaseIterable, Sendable { case hledger, beancount }

  /// An account by its parts: `Liabilities`, `Coins`, `Users`.
  typealias Account = [String]

  let dialect: Dialect
  /// Whose days the journal goes by.
  let zone: TimeZone
  private(set) var text = ""

  /// - Parameters:
  ///   - head: what the journal is of, with what is to be known of it: one line.
  ///   - currencies: of the money that stands beside coins.
  init(_ dialect: Dialect, zone: TimeZone, _ head: String, currencies: [Currency] = []) {
    self.dialect = dialect
    self.zone = zone
    text = "; \(head)\n"
    switch dialect {
    case .hledger:
      text += "commodity 1000. \(Self.commodity)\n"
      for currency in currencies {
        text += "commodity 1000.\(String(repeating: "0", count: currency.decimals)) \(currency)\n"
      }
    case .beancount: text += "option \"title\" \"Coins\"\noption \"operating_currency\" \"\(Self.commodity)\"\n"
    }
  }

  static let commodity = "QIX"

  /// Returns what was written since the last time.
  mutating func drain() -> String {
    defer { text = "" }
    return text
  }

  /// Declares an account before it is used for the first time.
  mutating func open(_ account: Account, on day: CalendarDate) {
    switch dialect {
    case .hledger: text += "account \(name(account))\n"
    case .beancount: text += "\(day) open \(name(account)) \(Self.commodity)\n"
    }
  }

  /// Begins an entry, which postings follow.
  /// - Parameter tag: what programs find beside it.
  mutating func begin(_ day: CalendarDate, _ what: String, tag: (name: String, value: String)? = nil) {
    switch dialect {
    case .hledger: text += "\n\(day) \(what)\(tag.map { "  ; \($0.name):\($0.value)" } ?? "")\n"
    case .beancount:
      text += "\n\(day) * \"\(what)\"\n"
      if let tag { text += "  \(tag.name): \"\(tag.value)\"\n" }
    }
  }

  /// - Parameter value: of one coin.
  mutating func posting(_ account: Account, _ coins: Int64, at value: CoinValue? = nil) {
    text += "    \(name(account))  \(amount(coins))\(value.map { " @ \($0)" } ?? "")\n"
  }

  /// Asserts what accounts hold behind the last day.
  mutating func close(_ balances: [(account: Account, coins: Int64)], after day: CalendarDate) {
    switch dialect {
    case .hledger:
      guard !balances.isEmpty else { return }
      begin(day, "closing balances")
      for (account, coins) in balances { text += "    \(name(account))  \(amount(0)) = \(amount(coins))\n" }
    case .beancount:
      // A balance is that of the beginning of its day.
      let next = Timestamp(startOf: day).advanced(byMicroseconds: Timestamp.day).date
      for (account, coins) in balances { text += "\(next) balance \(name(account)) \(amount(coins))\n" }
    }
  }

  private func amount(_ coins: Int64) -> String { "\(coins) \(Self.commodity)" }

  /// The last part of a user's account: their id, without what begins it where that isn't allowed.
  func part(_ user: UserID) -> String {
    dialect == .hledger ? "\(user)" : String("\(user)".dropFirst(UserTag.prefix.count + 1))
  }

  /// Beancount's accounts are of letters, digits and dashes, each part with a capital letter or a digit in front; names
  /// of budgets have no capitals, so that one for '_' makes no two of them alike.
  private func name(_ account: Account) -> String {
    guard dialect == .beancount else { return account.joined(separator: ":") }
    return account.map { part in
      String(part.prefix(1)).uppercased() + part.dropFirst().replacing("_", with: "U")
    }.joined(separator: ":")
  }
}
