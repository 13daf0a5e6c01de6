internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What a ledger asks of the users behind wallets; found out once in a transaction, so that where nobody is limited or
/// suspended an operation asks nothing.
struct UserRules {
  let policy: any ModePolicy
  /// Whether any mode has such a limit.
  let limitsEarning: Bool
  let limitsSpending: Bool
  /// False when it is known that nobody is suspended or erased.
  let checksStanding: Bool

  init(_ policy: any ModePolicy, in connection: Connection) throws {
    self.policy = policy
    limitsEarning = try policy.isLimited(.earn, in: connection)
    limitsSpending = try policy.isLimited(.spend, in: connection)
    checksStanding = try policy.isAnybodyInactive(in: connection)
  }

  var isIdle: Bool { !limitsEarning && !limitsSpending && !checksStanding }
}

extension Ledger {
  /// The policy that the identity module provides; nil in a program without one.
  static func policy(in context: Context) throws -> (any ModePolicy)? {
    try context.service(ifProvided: Users.policy)
  }

  /// Makes sure that the users behind an operation may do it today.
  ///
  /// Users who are suspended or erased are paid nothing and spend nothing. What was agreed before goes on: holds are
  /// captured, given back and time out; what an operator takes back or brings over is up to the operator; and coins
  /// expire. With who was erased nobody has agreed any more, so that nothing is captured of theirs.
  /// - Throws: `CoinsError.inactive`, `.beyondDailyLimit`.
  func checkRules(_ operation: Operation, amount: Int64, debit: Int, credit: Int?) throws {
    guard let rules, !rules.isIdle else { return }
    switch operation.kind {
    case .issue, .transfer, .redeem, .hold: break
    case .capture:
      guard rules.checksStanding, book[debit].kind == .wallet else { return }
      do {
        return try requireActive(book[debit].owner.user, debit, rules)
      } catch CoinsError.inactive(_, .suspended) {
        return
      }
    default: return
    }
    let payer = book[debit].kind == .wallet ? debit : nil
    let payee = credit.map { book[$0].kind == .wallet ? $0 : nil } ?? nil
    if rules.checksStanding {
      for wallet in [payer, payee].compactMap({ $0 }) { try requireActive(book[wallet].owner.user, wallet, rules) }
      // A wallet that is yet to be opened.
      if credit == nil, case .wallet(let user)? = operation.to { try requireActive(user, nil, rules) }
    }
    if rules.limitsSpending, let payer {
      try require(.spend, amount, of: book[payer].owner.user, wallet: payer, rules)
    }
    if rules.limitsEarning, payer == nil, case .wallet(let user)? = operation.to {
      try require(.earn, amount, of: payee.map { book[$0].owner.user } ?? user, wallet: payee, rules)
    }
  }

  /// Makes sure that nobody but an operator moves one user's coins to another by a hold and its capture.
  /// - Throws: `coins.receiver-for-operators`.
  static func checkReceiver(of operation: Operation, by principal: Principal, in connection: Connection) throws {
    guard operation.kind == .hold || operation.kind == .capture,
      !(principal.role.map { ([.operator] as Roles).admits($0) } ?? false)
    else { return }
    let isBetweenUsers: Bool
    if let hold = operation.related {
      isBetweenUsers = try connection.has(
        """
        SELECT 1 FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
        JOIN coins_accounts AS c ON c.account = t.credit
        WHERE t.id = \(hold) AND d.kind = \(AccountKind.wallet.rawValue) AND c.kind = \(AccountKind.wallet.rawValue)
        """)
    } else {
      isBetweenUsers = operation.from?.owner != nil && operation.to?.owner != nil
    }
    guard isBetweenUsers else { return }
    try KnownKeys.judge(operation.key, in: connection) {
      throw Failure(
        "coins.receiver-for-operators", .notAllowed,
        "a \(operation.kind.name) of one user's coins for another user needs an operator",
        hint: operation.kind == .hold
          ? "Hold the coins for 'redeemed', or give a user coins from a budget."
          : "Give the coins back with `qix coins void`.")
    }
  }

  /// Makes sure that one operation doesn't use up what can be counted; modules of qix itself are asked too.
  /// - Throws: `CoinsError.beyondMost`.
  func checkMost(_ amount: Int64) throws {
    guard policy != nil else { return }
    let most = try most ?? connection.value(of: CoinsModule.mostPerOperation)
    self.most = most
    guard amount <= most else { throw CoinsError.beyondMost(amount, most: most) }
  }

  private func requireActive(_ user: UserID, _ wallet: Int?, _ rules: UserRules) throws {
    // Nobody else writes while a transaction lasts.
    if let wallet, active.contains(wallet) { return }
    do {
      try rules.policy.requireActive(user, in: connection)
    } catch UserError.suspended {
      // The ledger's own refusal, so that a repeat of what was done before still finds its first result.
      throw CoinsError.inactive(user, .suspended)
    } catch UserError.erased {
      throw CoinsError.inactive(user, .erased)
    }
    if let wallet { active.insert(wallet) }
  }

  private func require(
    _ limit: DailyLimit, _ amount: Int64, of user: UserID, wallet: Int?, _ rules: UserRules
  ) throws {
    let mode = try rules.policy.mode(of: user, in: connection)
    guard let most = try rules.policy.limit(limit, of: mode, in: connection) else { return }
    let used = try wallet.map { try movedToday(limit, by: $0) } ?? 0
    guard amount <= most, used <= most - amount else {
      throw CoinsError.beyondDailyLimit(user, limit, most: most, used: used, wanted: amount)
    }
  }

  /// What a user has earned or spent since midnight in the installation's zone, by when it was booked, which no caller
  /// chooses. What was taken back or given back of today's doesn't count. Open holds count: those of today to what is spent, all of a budget's for
  /// the user to what is earned, so that their captures, which are not asked, never go beyond the limit. Wallets that were
  /// merged into it count, or merging would make room.
  private func movedToday(_ limit: DailyLimit, by index: Int) throws -> Int64 {
    let midnight = try calendar.dayStart(at: now, in: connection)
    var sum: Int64 = 0
    for wallet in [index] + (hasMerges ? try walletsMerged(into: index) : []) {
      sum += try postedToday(limit, since: midnight, in: book[wallet])
      switch limit {
      case .earn: sum += try reserved(for: book[wallet])
      case .spend: if book[wallet].held > 0 { sum += try heldToday(since: midnight, in: book[wallet]) }
      }
    }
    return max(0, sum)
  }

  private func postedToday(_ limit: DailyLimit, since midnight: Timestamp, in account: Account) throws -> Int64 {
    try writeRows()
    let select = try connection.statement(
      """
      SELECT t.id, t.kind, e.amount, e.previous, d.kind, r.id, r.kind, t.key FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2
      JOIN coins_accounts AS d ON d.account = t.debit
      LEFT JOIN coins_transfers AS r ON r.transfer = t.related WHERE e.entry = ?1
      """)
    var sum: Int64 = 0
    var entry = account.lastEntry
    while entry != 0 {
      select.bind(entry, at: 1)
      let step = try select.first { row -> (change: Int64, previous: Int64)? in
        guard try row.identifier(0, TransferTag.self).created >= midnight else { return nil }
        let kind = try Self.kind(row.integer(1))
        let isOfToday = try row.bytes(5).isEmpty || row.identifier(5, TransferTag.self).created >= midnight
        let original = try row.optionalInteger(6).map { try Self.kind($0) }
        let isMerge = row.optionalText(7)?.hasPrefix(Self.mergeKey) ?? false
        let counts: Bool
        switch (limit, kind) {
        case (.earn, .issue): counts = true
        case (.earn, .capture): counts = row.integer(4) == AccountKind.budget.rawValue && row.integer(2) > 0
        case (.earn, .reverse): counts = row.integer(2) < 0 && original == .issue && isOfToday
        case (.spend, .redeem): counts = true
        case (.spend, .transfer): counts = row.integer(2) < 0 && !isMerge
        // What was held on an earlier day was spent on that day.
        case (.spend, .capture): counts = row.integer(2) < 0 && isOfToday
        case (.spend, .reverse):
          counts = row.integer(2) > 0 && isOfToday && (original == .redeem || original == .transfer)
        default: counts = false
        }
        return (counts ? (limit == .earn ? row.integer(2) : 0 - row.integer(2)) : 0, row.integer(3))
      }
      guard let step else { throw StorageError.corrupt("entry \(entry) of an account's history is not there") }
      // The list is in the order of booking.
      guard let step else { break }
      sum += step.change
      entry = step.previous
    }
    return sum
  }

  /// What budgets' holds that are open and not due reserve for a wallet.
  private func reserved(for account: Account) throws -> Int64 {
    let select = try connection.statement(
      """
      SELECT coalesce(sum(amount), 0) FROM coins_holds
      WHERE payee = ?1 AND resolved_by IS NULL AND (times_out_at IS NULL OR times_out_at > ?2)
      """)
    select.bind(account.number, at: 1)
    select.bind(now, at: 2)
    return try select.first { $0.integer(0) } ?? 0
  }

  /// What is due holds nothing, and is about to be given back.
  private func heldToday(since midnight: Timestamp, in account: Account) throws -> Int64 {
    try connection.rows(
      """
      SELECT t.id, h.amount FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.hold
      WHERE h.debit = ?1 AND h.resolved_by IS NULL AND (h.times_out_at IS NULL OR h.times_out_at > ?2)
      """, .integer(account.number), .time(now)
    ) { try $0.identifier(0, TransferTag.self).created >= midnight ? $0.integer(1) : 0 }.reduce(0, +)
  }
}
