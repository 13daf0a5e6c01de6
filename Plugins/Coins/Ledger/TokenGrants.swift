internal import CoinsContract
internal import QixModule

/// Holds what a token grants to its bounds, and remembers what was its own.
struct TokenGrants {
  private let token: String
  private let limits: GrantLimits?
  /// The day of the installation that is counted, and the coins of it; nil until this transaction has asked.
  private var counted: (day: Int64, coins: Int64)?
  private var isChanged = false
  /// Whether the reversal that is being done takes back a grant of the token's own, of the day that is counted.
  private var isTakingBack = false

  /// Nil for whom nothing is counted: people without bounds.
  init?(_ principal: Principal) {
    guard principal.grants != nil || principal.role == .integrator else { return nil }
    (token, limits) = (principal.name, principal.grants)
  }

  /// Forgets what an earlier transaction has counted.
  mutating func begin() { (counted, isChanged) = (nil, false) }

  /// - Throws: for grants beyond the bounds; an operation that was done before under its key is not judged again.
  mutating func check(_ operation: Operation, at now: Timestamp, in connection: Connection) throws {
    if operation.kind == .reverse, let transfer = operation.related {
      isTakingBack = try isOwn(transfer, at: now, in: connection)
    }
    guard operation.asset == .coins, operation.isPaidByBusiness else { return }
    let count = try count(at: now, in: connection)
    guard let limits else { return }
    try KnownKeys.judge(operation.key, in: connection) {
      if let payer = limits.payer, operation.from.map({ "\($0)" }) != payer {
        throw Failure(
          "coins.token-payer", .notAllowed, "\(token) grants only coins of \(payer)", hint: "Use --from \(payer).")
      }
      guard operation.givesCoins, let coins = operation.amount else { return }
      if let most = limits.most, coins > most {
        throw Failure(
          "coins.token-most", .refused, "\(token) grants \(most.counted("coin")) at once at most, not \(coins)",
          hint: "Look for a digit too many. An operator can grant more.")
      }
      if let most = limits.mostPerDay, coins > most - min(most, count) {
        throw Failure(
          "coins.token-daily-limit", .refused,
          "\(token) grants \(most.counted("coin")) in a day at most; it granted \(count) today, so "
            + "\(coins.counted("is", "are")) too many",
          hint: count < most
            ? "\(most - count) or fewer go through today. An operator grants what can't wait."
            : "Try again tomorrow by the clock of upkeep.time-zone. An operator grants what can't wait.")
      }
    }
  }

  /// Counts what was done.
  mutating func add(_ operation: Operation, _ coins: Int64) {
    guard let counted, operation.asset == .coins else { return }
    if operation.kind == .reverse {
      guard isTakingBack else { return }
      self.counted?.coins = max(0, counted.coins - coins)
    } else if operation.isPaidByBusiness, operation.givesCoins {
      self.counted?.coins = counted.coins.addingReportingOverflow(coins).overflow ? .max : counted.coins + coins
    } else {
      return
    }
    isChanged = true
  }

  /// Writes down what a commit has granted.
  /// - Parameters: the first and the last transfer of it.
  func write(_ first: Int64, _ last: Int64, in connection: Connection) throws {
    guard isChanged, let counted else { return }
    try connection.execute(
      """
      INSERT INTO coins_token_grants (first, last, token, day, coins)
      VALUES (\(first), \(last), \(token), \(counted.day), \(counted.coins))
      """)
  }

  /// Coins of today. A clock that is set back brings no new day.
  private mutating func count(at now: Timestamp, in connection: Connection) throws -> Int64 {
    if let counted { return counted.coins }
    let last = try connection.fetchOne(
      "SELECT day, coins FROM coins_token_grants WHERE token = \(token) ORDER BY first DESC LIMIT 1"
    ) { (day: $0["day"] as Int64, coins: $0["coins"] as Int64) }
    let day = try connection.dayNumber(at: now)
    counted = if let last, last.day >= day { last } else { (day, 0) }
    return counted?.coins ?? 0
  }

  /// Makes sure that a program takes back nothing but what it has granted today.
  /// - Throws: `coins.not-own-grant`, `coins.from-any-for-operators`.
  mutating func checkReversal(_ operation: Operation, at now: Timestamp, in connection: Connection) throws {
    guard operation.kind == .reverse, let transfer = operation.related else { return }
    let isOwn = try isOwn(transfer, at: now, in: connection)
    try KnownKeys.judge(operation.key, in: connection) {
      guard isOwn else {
        throw Failure(
          "coins.not-own-grant", .notAllowed, "\(transfer) was not granted by this token today",
          hint: "A program takes back its own grants of the day. An operator takes back others.")
      }
      guard !operation.takesOthers else {
        throw Failure(
          "coins.from-any-for-operators", .notAllowed, "a program takes back only the coins that it granted",
          hint: "Leave out --from-any. An operator takes back coins that were spent since.")
      }
    }
  }

  /// Whether the token has granted something on the day that is counted.
  private mutating func isOwn(_ transfer: TransferID, at now: Timestamp, in connection: Connection) throws -> Bool {
    _ = try count(at: now, in: connection)
    return try connection.has(
      """
      SELECT 1 FROM coins_transfers AS t WHERE t.id = \(transfer) AND t.kind = \(TransferKind.issue.rawValue)
        AND EXISTS (SELECT 1 FROM coins_token_grants AS g WHERE g.first = (
            SELECT max(first) FROM coins_token_grants WHERE first <= t.transfer)
          AND g.last >= t.transfer AND g.token = \(token) AND g.day = \(counted?.day))
      """)
  }
}

extension Operation {
  /// Whether the issuer or a budget pays.
  fileprivate var isPaidByBusiness: Bool {
    switch from {
    case .issuer?, .budget?: true
    default: false
    }
  }

  /// Whether it is a grant, or gives a user coins of a budget.
  fileprivate var givesCoins: Bool {
    if isGrant { return true }
    guard kind == .hold || kind == .transfer, case .wallet? = to else { return false }
    return true
  }
}
