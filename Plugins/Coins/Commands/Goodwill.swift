internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// Holds the limits of what a role may give as goodwill in a day of the installation.
struct Goodwill {
  /// How many coins the desk may still give today, each number no more than the budget has.
  struct Left: Sendable, Equatable {
    let all: Int64
    let user: Int64

    /// Nil where the caller gives none.
    static let fields: [Field<Left?>] = [
      Field(optional: "goodwill_left", .coins, "goodwill left today") { $0?.all },
      Field(optional: "goodwill_left_for_user", .coins, "of it for this user") { $0?.user },
    ]
  }

  let role: Role?
  /// What the clock shows.
  private let now: Timestamp
  let connection: Connection

  init(_ context: Context, in connection: Connection) {
    role = context.principal.role
    now = context.clock.now()
    self.connection = connection
  }

  /// Every look at a wallet asks for what is left; few of those who look have a limit, and the log is read for them alone.
  private func moment() throws -> Timestamp { try AuditLog.latestMoment(now, in: connection) }

  private func day() throws -> Int64 { try connection.dayNumber(at: moment()) }

  /// What a user has had out of the budget on this day, and has still.
  struct Earlier: Sendable {
    /// The newest of as many coins.
    var sameAmount: Record?
    /// The newest for the same reason, in whatever letters.
    var sameReason: Record?
    /// The newest of both: the same case, as far as anybody can tell.
    var same: Record?
  }

  func earlier(_ coins: Int64, for reason: String, from budget: String, to user: UserID) throws -> Earlier {
    var (found, reversed): (Earlier, Set<TransferID>) = (Earlier(), [])
    let (zone, meant) = (try connection.value(of: Installation.timeZone), Self.meant(reason))
    let start = zone.start(of: zone.date(at: try moment()))
    try History.forEach(of: .wallet(user), in: connection) { movement in
      let record = movement.record
      guard record.id.created >= start else { return false }
      if record.kind == .reverse, let related = record.related { reversed.insert(related) }
      guard record.kind == .issue, record.from == .budget(budget), !reversed.contains(record.id) else { return true }
      let isForTheSame = record.reason.map(Self.meant) == meant
      if record.amount == coins { found.sameAmount = found.sameAmount ?? record }
      if isForTheSame { found.sameReason = found.sameReason ?? record }
      if record.amount == coins, isForTheSame { found.same = found.same ?? record }
      return true
    }
    return found
  }

  /// A reason without what a second writing of it changes: case, and how many blanks there are.
  private static func meant(_ reason: String) -> String { PlainText.trimmed(reason).lowercased() }

  /// What is left of each limit: of all users together, and of one.
  private func rests(of role: Role, for user: UserID) throws -> [(setting: String, left: Int64)] {
    let day = try day()
    let all = try connection.fetchOne(
      "SELECT sum(coins) AS coins FROM coins_goodwill WHERE role = \(role.rawValue) AND day = \(day)"
    ) { ($0["coins"] as Int64?) ?? 0 }
    // Whoever was merged into them is the same person.
    let own = try connection.fetchOne(
      """
      SELECT sum(coins) AS coins FROM coins_goodwill
      WHERE role = \(role.rawValue) AND day = \(day) AND (user = \(user) OR user IN (
        SELECT m.owner FROM coins_accounts AS m JOIN coins_accounts AS s ON s.account = m.merged_into
        WHERE s.owner = \(user)))
      """
    ) { ($0["coins"] as Int64?) ?? 0 }
    return try [(CoinsModule.goodwillPerDay, all ?? 0), (CoinsModule.goodwillPerUser, own ?? 0)].map { setting, given in
      (setting.name, max(0, try connection.value(of: setting) - given))
    }
  }

  /// - Returns: nil where no limit holds for the role, or where the desk gives no goodwill.
  func left(for user: UserID) throws -> Left? {
    guard let role, role == .support, try connection.value(of: CoinsModule.goodwillPerDay) > 0 else { return nil }
    let name = try connection.value(of: CoinsModule.goodwillBudget)
    let budget = try Budgets.find(name, at: moment(), in: connection).map { $0.posted - $0.held } ?? 0
    let rests = try rests(of: role, for: user).map { min($0.left, max(0, budget)) }
    return Left(all: rests[0], user: min(rests[0], rests[1]))
  }

  /// The error of a grant, in terms of goodwill: the desk has not named the budget.
  static func told(_ error: any Error) -> any Error {
    switch error {
    case CoinsError.noBudget(let name):
      Failure(
        "coins.budget-not-found", .notFound, "the budget '\(name)', which pays for goodwill, does not exist",
        hint:
          """
          An operator makes the budget with \(always: "qix budget create \(name) --amount N"). An admin chooses another \
          budget with \(always: "qix setting set coins.goodwill-budget NAME").
          """)
    case CoinsError.insufficient(.budget(let name), let available, _):
      Failure(
        "coins.insufficient", .refused,
        "nothing was given: the budget '\(name)', which pays for goodwill, has \(available.counted("coin")) left",
        hint: "An operator puts coins into the budget with \(always: "qix budget fund \(name) --amount N").")
    default: error
    }
  }

  /// Says why the desk can give none, though a limit lets it; nil where it can.
  static func lack(at now: Timestamp, in connection: Connection) throws -> Finding? {
    guard try connection.value(of: CoinsModule.goodwillPerDay) > 0 else { return nil }
    let name = try connection.value(of: CoinsModule.goodwillBudget)
    guard let budget = try Budgets.find(name, at: now, in: connection) else {
      return .warning(
        "goodwill",
        """
        support may give goodwill (coins.goodwill-per-day), but the budget '\(name)' that pays for it does not \
        exist
        """,
        remedy: """
          Make it with `qix budget create \(name) --amount N`. To use another budget: \
          `qix setting set coins.goodwill-budget NAME`.
          """)
    }
    guard budget.posted <= budget.held else { return nil }
    return .warning(
      "goodwill",
      """
      support may give goodwill (coins.goodwill-per-day), but nothing is left in the budget '\(name)' that pays \
      for it
      """,
      remedy: "Put coins into it with `qix budget fund \(name) --amount N`.")
  }

  /// - Throws: `coins.goodwill-spent`; the caller takes back what was given with it.
  func count(_ coins: Int64, to user: UserID) throws {
    guard let role, role == .support else { return }
    for rest in try rests(of: role, for: user) where coins > rest.left {
      let isGiven = try connection.value(of: CoinsModule.goodwillPerDay) > 0
      let left =
        isGiven
        ? (rest.left == 0 ? "no goodwill is" : rest.left.counted("coin of goodwill is", "coins of goodwill are"))
          + " left for today"
        : "support may give none"
      let budget = try connection.value(of: CoinsModule.goodwillBudget)
      throw Failure(
        "coins.goodwill-spent", .refused, "nothing was given: \(left) (\(rest.setting))",
        hint: "An operator gives it with \(always: "qix coins issue --from budget:\(budget)"). An admin sets the limit."
      )
    }
    try connection.execute(
      """
      INSERT INTO coins_goodwill (role, day, user, coins) VALUES (\(role.rawValue), \(try day()), \(user), \(coins))
      ON CONFLICT (role, day, user) DO UPDATE SET coins = coins_goodwill.coins + excluded.coins
      """)
  }
}
