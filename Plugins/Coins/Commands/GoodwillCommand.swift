internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix coins goodwill`
struct GoodwillCommand: Command {
  static let declaration = Declaration(
    "goodwill", "Give a user some coins because something went wrong.", roles: [.operator, .support],
    discussion: """
      The coins come out of the budget that the setting coins.goodwill-budget names. Support may give as many in a day as \
      coins.goodwill-per-day says, all together, and to one user as coins.goodwill-per-user says; without the first it \
      may give none. Operators are bound by the budget alone. --reason has to be given. Who was given as much on the \
      same day already is pointed out.
      """,
    examples: [
      Example("qix coins goodwill shop-4711 --amount 20 --reason 'case 815' --idempotency-key case-815", "once")
    ],
    answer: .transfer, effect: .changes)

  @Positional("user", .user, "usr_… or external id") private var user: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  @Option("expires", .expiry, "When the coins expire") private var expires: Expiry?
  @Option(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private var key: String?

  func run(in context: Context) throws -> Document {
    guard let reason = context.invocation.reason else {
      throw UsageError("goodwill needs --reason", hint: "Such as the number of the case: --reason 'case 815'.")
    }
    let (ledger, directory) = try (context.service(Coins.ledger), context.service(Users.directory))
    let (outcome, moved, earlier) = try context.change("coins.goodwill") { connection, change in
      let user = try directory.required(user, in: connection)
      let budget = try connection.value(of: CoinsModule.goodwillBudget)
      let earlier = try Goodwill(context, in: connection).earlier(amount, from: budget, to: user)
      var grant = Operation.issue(amount, from: .budget(budget), to: .wallet(user), expires: expires)
      (grant.key, grant.reason) = (key, reason)
      let outcome: Outcome
      do {
        outcome = try ledger.post([grant], in: connection)[0]
      } catch {
        // Whoever asks for more than the desk may give isn't sent for a larger budget.
        try Goodwill(context, in: connection).count(amount, to: user)
        throw error
      }
      if !outcome.isReplay { try Goodwill(context, in: connection).count(amount, to: user) }
      change.subject = "\(outcome.transfer)"
      return (outcome, try Records.find(outcome.transfer, in: connection), outcome.isReplay ? nil : earlier)
    }
    var document = Movement.answer(outcome, moved, isDryRun: context.isDryRun)
    if let earlier {
      let why = earlier.reason.map { " ('\($0)')" } ?? ""
      document.warn(
        "The user was given as much out of this budget today already: \(earlier.id)\(why). Where it is the same case, "
          + (context.isDryRun ? "leave it" : "take this back: `qix coins reverse \(outcome.transfer) --reason TEXT`")
          + ". With --idempotency-key CASE nobody gives it twice.")
    }
    return document
  }
}

/// Holds the limits of what a role may give as goodwill, by the day.
private struct Goodwill {
  let role: Role?
  let now: Timestamp
  let connection: Connection

  init(_ context: Context, in connection: Connection) throws {
    role = context.principal.role
    now = try AuditLog.latestMoment(context.clock.now(), in: connection)
    self.connection = connection
  }

  /// The newest grant of as many coins that the user has had out of the budget on this day (UTC), and has still.
  func earlier(_ coins: Int64, from budget: String, to user: UserID) throws -> Record? {
    let day = now.microseconds / Timestamp.day
    var (found, reversed): (Record?, Set<TransferID>) = (nil, [])
    try History.forEach(of: .wallet(user), in: connection) { movement in
      let record = movement.record
      guard record.id.created.microseconds / Timestamp.day >= day else { return false }
      if record.kind == .reverse, let related = record.related { reversed.insert(related) }
      if record.kind == .issue, record.from == .budget(budget), record.amount == coins, !reversed.contains(record.id) {
        found = record
      }
      return found == nil
    }
    return found
  }

  /// - Throws: `CoinsError.goodwillSpent`, where what was given with it is to be taken back.
  func count(_ coins: Int64, to user: UserID) throws {
    guard let role, role == .support else { return }
    let day = Value.integer(now.microseconds / Timestamp.day)
    let all = try connection.fetchOne(
      "SELECT sum(coins) AS coins FROM coins_goodwill WHERE role = \(role.rawValue) AND day = \(day)"
    ) { ($0["coins"] as Int64?) ?? 0 }
    let own: Int64? = try connection.fetchOne(
      "SELECT coins FROM coins_goodwill WHERE role = \(role.rawValue) AND day = \(day) AND user = \(user)")
    for (setting, given) in [(CoinsModule.goodwillPerDay, all ?? 0), (CoinsModule.goodwillPerUser, own ?? 0)] {
      let limit = try connection.value(of: setting)
      guard given <= limit, coins <= limit - given else {
        throw CoinsError.goodwillSpent(setting.name, left: max(0, limit - given))
      }
    }
    try connection.execute(
      """
      INSERT INTO coins_goodwill (role, day, user, coins) VALUES (\(role.rawValue), \(day), \(user), \(coins))
      ON CONFLICT (role, day, user) DO UPDATE SET coins = coins_goodwill.coins + excluded.coins
      """)
  }
}
