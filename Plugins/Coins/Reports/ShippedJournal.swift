internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// The journal as versions up to 0.6.0 wrote it: every transfer that moved coins, and an account for each customer and
/// budget. Issuing is an expense, also into a budget; what wallets and budgets hold is owed.
struct ShippedJournal {
  let journal: Journal
  private(set) var file: LedgerFile

  init(_ journal: Journal, _ dialect: LedgerFile.Dialect, zone: TimeZone) {
    self.journal = journal
    file = LedgerFile(
      dialect, zone: zone,
      "Coins of users, budgets and the issuer, by qix. Days are those of \(zone.identifier). Holds, voids and time-outs "
        + "move nothing.")
  }

  /// - Parameter now: the day of a journal in which nothing happened.
  mutating func write(at now: Timestamp, in connection: Connection, to face: any Face) throws {
    let journal = journal
    let span = try journal.days(file.zone, at: now, in: connection)
    let closing = try journal.closing(in: connection)
    for balance in closing { file.open(account(balance.account), on: span.lowerBound) }
    let opening = try journal.opening(in: connection)
    if !opening.isEmpty {
      file.begin(span.lowerBound, "opening balances")
      for balance in opening { file.posting(account(balance.account), -balance.coins) }
    }
    try journal.forEach(in: connection) { step in
      if step.moves {
        let record = step.record
        file.begin(file.zone.date(at: record.at), record.name, tag: ("transfer", "\(record.id)"))
        file.posting(account(record.from), record.amount)
        file.posting(account(record.to), -record.amount)
      }
      if file.text.utf8.count > 1 << 16 { try face.write(file.drain()) }
    }
    file.close(closing.map { (account($0.account), -$0.coins) }, after: span.upperBound)
    try face.write(file.drain())
  }

  private func account(_ account: AccountReference) -> LedgerFile.Account {
    switch account {
    case .wallet(let user): ["Liabilities", "Coins", "Wallets", file.part(user)]
    case .budget(let name): ["Liabilities", "Coins", "Budgets", name]
    case .issuer: ["Expenses", "Coins", "Issued"]
    case .redeemed: ["Income", "Coins", "Redeemed"]
    case .expired: ["Income", "Coins", "Expired"]
    }
  }
}
