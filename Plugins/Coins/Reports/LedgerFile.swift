internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// A journal in one of the forms of plain-text accounting, in which bookkeepers read it.
///
/// The signs are theirs: a debit is positive. Issuing is an expense, what wallets and budgets hold is owed (liabilities),
/// and what was spent or has expired is earned again (income). At the end each account's balance is asserted, so that
/// hledger and bean-check find a file of which a line is missing.
struct LedgerFile {
  enum Dialect: String, CaseIterable, Sendable { case hledger, beancount }

  let dialect: Dialect
  /// Whose days the journal goes by.
  let zone: TimeZone
  private(set) var text = ""

  init(_ dialect: Dialect, zone: TimeZone) {
    self.dialect = dialect
    self.zone = zone
    text =
      "; Coins of users, budgets and the issuer, by qix. Days are those of \(zone.identifier). Holds, voids and time-outs "
      + "move nothing.\n"
    switch dialect {
    case .hledger: text += "commodity 1000. \(Self.commodity)\n"
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
  mutating func open(_ account: AccountReference, on day: CalendarDate) {
    switch dialect {
    case .hledger: text += "account \(name(account))\n"
    case .beancount: text += "\(day) open \(name(account)) \(Self.commodity)\n"
    }
  }

  /// Brings over what accounts held before.
  mutating func bring(_ balances: [Journal.Balance], on day: CalendarDate) {
    guard !balances.isEmpty else { return }
    begin(day, "opening balances")
    for balance in balances { posting(balance.account, -balance.coins) }
  }

  mutating func move(_ record: Record) {
    begin(zone.date(at: record.at), record.name, id: record.id)
    posting(record.from, record.amount)
    posting(record.to, -record.amount)
  }

  /// Asserts what accounts hold behind the last day.
  mutating func close(_ balances: [Journal.Balance], after day: CalendarDate) {
    switch dialect {
    case .hledger:
      guard !balances.isEmpty else { return }
      begin(day, "closing balances")
      for balance in balances { text += "    \(name(balance.account))  \(amount(0)) = \(amount(-balance.coins))\n" }
    case .beancount:
      // A balance is that of the beginning of its day.
      let next = Timestamp(startOf: day).advanced(byMicroseconds: Timestamp.day).date
      for balance in balances { text += "\(next) balance \(name(balance.account)) \(amount(-balance.coins))\n" }
    }
  }

  private mutating func begin(_ day: CalendarDate, _ what: String, id: TransferID? = nil) {
    switch dialect {
    case .hledger: text += "\n\(day) \(what)\(id.map { "  ; transfer:\($0)" } ?? "")\n"
    case .beancount:
      text += "\n\(day) * \"\(what)\"\n"
      if let id { text += "  transfer: \"\(id)\"\n" }
    }
  }

  private mutating func posting(_ account: AccountReference, _ coins: Int64) {
    text += "    \(name(account))  \(amount(coins))\n"
  }

  private func amount(_ coins: Int64) -> String { "\(coins) \(Self.commodity)" }

  /// Beancount's accounts are of letters, digits and dashes, each part with a capital letter or a digit in front; names
  /// of budgets have no capitals, so that one for '_' makes no two of them alike.
  private func name(_ account: AccountReference) -> String {
    let parts =
      switch account {
      case .wallet(let user):
        ["Liabilities", "Coins", "Wallets", String("\(user)".dropFirst(UserTag.prefix.count + 1))]
      case .budget(let name): ["Liabilities", "Coins", "Budgets", name]
      case .issuer: ["Expenses", "Coins", "Issued"]
      case .redeemed: ["Income", "Coins", "Redeemed"]
      case .expired: ["Income", "Coins", "Expired"]
      }
    guard dialect == .beancount else {
      if case .wallet(let user) = account { return (parts.dropLast() + ["\(user)"]).joined(separator: ":") }
      return parts.joined(separator: ":")
    }
    return parts.map { part in
      String(part.prefix(1)).uppercased() + part.dropFirst().replacing("_", with: "U")
    }.joined(separator: ":")
  }
}
