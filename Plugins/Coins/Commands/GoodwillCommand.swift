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
      may give none. Operators are bound by the budget alone. --reason has to be given. A user who \
      has had as much on the same day gets it once more only under a key of its own, such as the number of the case, and \
      for a reason of its own, and it is pointed out. Support is told how much is left of both limits, here and by `qix wallet show USER`.
      """,
    examples: [
      Example("qix coins goodwill shop-4711 --amount 20 --reason 'case 815' --idempotency-key case-815", "once")
    ],
    answer: .transfer, effect: .changes, grants: true)

  @Positional("user", .user, "usr_… or external id") private var user: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  @Option("expires", .expiry, "When the coins expire") private var expires: Expiry?
  @Option(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private var key: String?

  func run(in context: Context) throws -> Document {
    guard let reason = context.invocation.neededReason else {
      throw UsageError("goodwill needs --reason", hint: "Such as the number of the case: --reason 'case 815'.")
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
            "nothing was given: the user has had the same amount today, \(same.id)\(reason)",
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
    var document = Movement.answer(outcome, moved, isDryRun: context.isDryRun)
    if let left { document.tell(left) }
    if let earlier {
      let why = earlier.reason.map { " ('\($0)')" } ?? ""
      let what = earlier.amount == amount ? "as much" : earlier.amount.counted("coin")
      document.warn(
        "The user was given \(what) out of this budget today already: \(earlier.id)\(why). Where it is the same case, "
          + (context.isDryRun ? "leave it" : "take this back: `qix coins reverse \(outcome.transfer) --reason TEXT`")
          + ".")
    }
    return document
  }
}
