internal import CoinsContract
internal import QixCalendar
internal import QixModule

extension Ledger {
  /// Asks every rule, and decides what is to be written.
  func resolve(_ operation: Operation) throws -> Posting {
    if let amount = operation.amount, amount <= 0 { throw CoinsError.amountNotPositive(amount) }
    switch operation.kind {
    case .capture, .void, .timeOut: return try resolveHold(operation)
    case .reverse: return try resolveReversal(operation)
    default: break
    }
    guard let from = operation.from, let to = operation.to, let amount = operation.amount else {
      preconditionFailure("an operation without accounts or amount can't be made")
    }
    try Self.checkAccounts(of: operation, from: from, to: to)
    let expires = try expiry(of: operation)

    guard let debit = try book.find(from, operation.asset, in: connection) else {
      throw CoinsError.insufficient(account: from, available: 0, wanted: amount)
    }
    let credit = try book.find(to, operation.asset, in: connection)
    // Two users may have become one.
    guard debit != credit else { throw CoinsError.wrongAccounts(operation.kind, from: from, to: to) }
    if operation.from == .issuer { try checkMost(amount) }
    if rules != nil { try checkRules(operation, amount: amount, debit: debit, credit: credit) }
    try releaseDueHolds(of: debit)
    var posting = Posting(kind: operation.kind, debit: debit, credit: credit, amount: amount, expires: expires)
    posting.draws = try take(amount, from: debit, at: operation.at)
    if operation.kind == .hold {
      posting.heldChange = amount
      // A hold credits nothing yet, but its transfer names the account, which must be there.
    } else if let credit {
      try checkRoom(for: amount, in: credit)
    }
    if operation.kind == .transfer { posting.lots = Self.lots(from: posting.draws) }
    return posting
  }

  /// Whether anything was done under keys that begin so.
  static func isKnown(prefix: String, in connection: Connection) throws -> Bool {
    // A colon ends the prefix; a semicolon comes right behind it.
    precondition(prefix.hasSuffix(":"))
    return try connection.first(
      "SELECT 1 FROM coins_transfers WHERE key >= ?1 AND key < ?2 LIMIT 1", .text(prefix),
      .text("\(prefix.dropLast());")
    ) { _ in true } ?? false
  }

  /// Asks the rules whose answer depends on nothing but the operation and the time. Whether a period ends within the
  /// calendar is judged by UTC's clock here, and once more by the installation's when it is booked.
  /// - Throws: `CoinsError.wrongAccounts`, `.expiresBeforeItHappened`, `.expiresBeyondCalendar`.
  static func checkForm(of operation: Operation, at now: Timestamp) throws(CoinsError) {
    // What resolves a hold or reverses has its accounts from there.
    guard let from = operation.from, let to = operation.to else { return }
    try checkAccounts(of: operation, from: from, to: to)
    guard let expires = operation.expires else { return }
    let start = operation.at ?? now
    try check(expires.resolved(from: start, in: .utc), after: start)
  }

  private static func checkAccounts(
    of operation: Operation, from: AccountReference, to: AccountReference
  ) throws(CoinsError) {
    guard
      operation.asset == .coins
        ? isAllowed(operation.kind, from: from, to: to) : isAllowedOfStock(operation.kind, from: from, to: to)
    else {
      throw CoinsError.wrongAccounts(operation.kind, from: from, to: to)
    }
  }

  /// The moment at which what the operation credits or holds ends.
  func expiry(of operation: Operation) throws -> Timestamp? {
    let start = operation.at ?? now
    if operation.takesDefaultExpiry { return try defaultExpiry(from: start) }
    return try operation.expires.map { try moment($0, from: start) }
  }

  private func moment(_ expiry: Expiry, from start: Timestamp) throws -> Timestamp {
    let end =
      switch expiry {
      case .at(let time): time
      case .after(let period): try calendar.end(of: period, from: start, in: connection)
      }
    try Self.check(end, after: start)
    return end
  }

  private static func check(_ end: Timestamp, after start: Timestamp) throws(CoinsError) {
    guard end > start else { throw CoinsError.expiresBeforeItHappened }
    guard end <= .latest else { throw CoinsError.expiresBeyondCalendar }
  }

  /// When coins end of which a grant says nothing: by `coins.expires`, as of now.
  func defaultExpiry(from start: Timestamp) throws -> Timestamp? {
    let period = try defaultPeriod ?? connection.value(of: CoinsModule.expires)
    defaultPeriod = .some(period)
    return try period.map { try moment(.after($0), from: start) }
  }

  private static func isAllowed(_ kind: TransferKind, from: AccountReference, to: AccountReference) -> Bool {
    switch (kind, from, to) {
    case (.issue, .issuer, .wallet), (.issue, .budget, .wallet), (.import, .issuer, .wallet), (.fund, .issuer, .budget),
      (.redeem, .wallet, .redeemed), (.hold, .wallet, .redeemed), (.hold, .budget, .wallet):
      true
    case (.transfer, .wallet, .wallet), (.transfer, .budget, .budget), (.hold, .wallet, .wallet): from != to
    default: false
    }
  }

  /// Pieces lie on their shelf until somebody has got them; nobody's wallet holds any.
  private static func isAllowedOfStock(_ kind: TransferKind, from: AccountReference, to: AccountReference) -> Bool {
    switch (kind, from, to) {
    case (.fund, .issuer, .budget), (.redeem, .budget, .redeemed), (.hold, .budget, .redeemed): true
    default: false
    }
  }

  /// What a wallet that is credited gets: a lot for each expiry among the lots that paid, so that coins keep theirs.
  static func lots(from draws: [Draw]) -> [NewLot]? {
    guard !draws.isEmpty else { return nil }
    var lots: [NewLot] = []
    for draw in draws {
      if let last = lots.last, last.expires == draw.expires {
        lots[lots.count - 1] = NewLot(amount: last.amount + draw.amount, expires: draw.expires)
      } else {
        lots.append(NewLot(amount: draw.amount, expires: draw.expires))
      }
    }
    return lots
  }

  /// Makes sure that a credit can be counted.
  func checkRoom(for amount: Int64, in index: Int) throws {
    if book[index].posted.addingReportingOverflow(amount).overflow {
      throw CoinsError.overflow(account: try reference(to: index))
    }
  }

  /// What an account is called, for messages.
  func reference(to index: Int) throws -> AccountReference {
    let account = book[index]
    switch account.kind {
    case .wallet: return .wallet(account.owner.user)
    case .issuer: return .issuer
    case .redeemed: return .redeemed
    case .expired: return .expired
    case .budget:
      let name = try connection.first("SELECT name FROM coins_accounts WHERE account = ?1", .integer(account.number)) {
        $0.text(0)
      }
      return .budget(name ?? "")
    }
  }
}
