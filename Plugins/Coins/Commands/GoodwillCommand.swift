internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix coins goodwill`
struct GoodwillCommand: Command {
  static let declaration = Declaration(
    "goodwill", "Give a user some coins because something went wrong.", roles: [.operator, .support],
    discussion: """
      The budget in the setting coins.goodwill-budget pays. Support may give coins.goodwill-per-day coins in a day, \
      all together, and coins.goodwill-per-user coins to one user. Without the first setting it may give none. \
      Operators are limited by the budget only. --reason is required.

      If the user got the same amount on the same day, a second gift needs its own key and its own reason. The \
      key can be the number of the case. A warning then points out the first gift. Support sees how much \
      is left of both limits, here and in `qix wallet show USER`.
      """,
    examples: [
      Example("qix coins goodwill shop-4711 --amount 20 --reason 'case 815' --idempotency-key case-815", "once")
    ],
    answer: .transfer, effect: .changes, grants: true)

  @Positional("user", .user, "usr_… or external id") private var user: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  @Option("expires", .expiry, "When the coins expire") private var expires: Expiry?
  @Option(
    "idempotency-key", .key, "Do it once: the same key again gives the first result")
  private var key: String?

  func run(in context: Context) throws -> Document {
    guard let reason = context.invocation.neededReason else {
      throw UsageError(
        "goodwill needs --reason", hint: "For example, give the number of the case: --reason 'case 815'.")
    }
    let (ledger, directory) = try (context.service(Coins.ledger), context.service(Users.directory))
    let (outcome, moved, earlier, left) = try context.change("coins.goodwill") { connection, change in
      let user = try directory.required(user, in: connection)
      let budget = try connection.value(of: CoinsModule.goodwillBudget)
      let earlier = try Goodwill(context, in: connection).earlier(amount, for: reason, from: budget, to: user)
      var grant = Operation.issue(amount, from: .budget(budget), to: .wallet(user), expires: expires)
      (grant.key, grant.reason) = (key, reason)
      let outcome: Outcome
      do {
        guard case .done(let done) = try ledger.post(grant, isDryRun: context.isDryRun, in: connection) else {
          preconditionFailure("a grant of a budget needs no approval")
        }
        outcome = done
      } catch CoinsError.keyConflict(let key, let earlier) {
        // Not what is left for today: nothing is asked for anew.
        throw CoinsError.keyConflict(key, earlier: earlier)
      } catch {
        // Whoever asks for more than the desk may give isn't sent for a larger budget.
        try Goodwill(context, in: connection).count(amount, to: user)
        throw Goodwill.told(error)
      }
      if !outcome.isReplay {
        // A key of its own says that it is another case, and the same reason that it isn't.
        if let same = earlier.same ?? (key == nil ? earlier.sameAmount : nil) {
          let reason = same.reason.map { " ('\($0)')" } ?? ""
          throw Failure(
            "coins.goodwill-given", .conflict,
            "nothing was given: the user got the same amount today already, \(same.id)\(reason)",
            hint: "For another case, give a key and a reason of its own: --idempotency-key CASE --reason TEXT.")
        }
        try Goodwill(context, in: connection).count(amount, to: user)
      }
      change.subject = "\(outcome.transfer)"
      return (
        outcome, try Records.find(outcome.transfer, in: connection),
        outcome.isReplay ? nil : earlier.sameAmount ?? earlier.sameReason,
        try Goodwill(context, in: connection).left(for: user)
      )
    }
    var document = Movement.Done(outcome: outcome, moved: moved, isDryRun: context.isDryRun, left: left).document()
    if let earlier {
      let why = earlier.reason.map { " ('\($0)')" } ?? ""
      let what = earlier.amount == amount ? "as much" : earlier.amount.counted("coin")
      document.warn(
        "The user got \(what) from this budget today already: \(earlier.id)\(why). If it is the same case, "
          + (context.isDryRun ? "leave it" : "take this back: `qix coins reverse \(outcome.transfer) --reason TEXT`")
          + ".")
    }
    return document
  }
}
