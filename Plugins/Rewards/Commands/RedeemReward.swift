internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix reward redeem`
struct RedeemReward: Command {
  static let declaration = Declaration(
    "redeem", "Spend a user's coins on a reward.", roles: [.operator, .integrator, .user],
    discussion: """
      All rules of the reward are checked now: period, account level, conditions, limits, price, stock. Coins, items \
      and vouchers move in one transaction, or nothing does. Goods, and everything redeemed with --hold, are reserved \
      until staff confirm or cancel. The hold ends by itself after the reward's hold time.

      Use one --idempotency-key per attempt. Sent again, the same key charges once and returns the same voucher.
      """,
    examples: [
      Example(
        "qix reward redeem coffee --user shop-4711 --at-most 100 --idempotency-key tap-981 --json", "with its voucher"),
      Example("qix reward redeem mug --user shop-4711 --hold", "reserved until it is handed over"),
    ],
    answer: AnswerShape("reward.redeem/1", fields), effect: .changes,
    route: .at("POST /v1/rewards/{reward}/redemptions"),
    givenByCustomers: ["reward", "quantity", "at-most"])

  private static let fields = RedemptionPage.fields + [RedemptionPage.replayed, RedemptionPage.handed]

  @Positional("reward", .named(RewardID.self), "The reward's name, or rwd_…") private var reward: String
  @Option("user", .user, placeholder: "USER", "The user who redeems it: usr_… or external id") private var user: String
  @Option("quantity", .integer(in: Redemption.quantities), placeholder: "N", "How many", default: "1")
  private var quantity: Int64
  @Option(
    "idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?
  @Flag("hold", "Only reserve coins and items, until `qix reward confirm`") private var holds: Bool
  @Option(
    "at-most", .coins, placeholder: "COINS", "Refuse if the total is higher than this, the price the user saw")
  private var atMost: Int64?

  func run(in context: Context) throws -> Document {
    // Customers' keys are their own anyway.
    let mayKnow = context.principal.isCustomer || context.mayTell(.key)
    let request = RedemptionService.Request(
      reward: reward, user: user, quantity: quantity, key: key, holds: holds, atMost: atMost,
      reason: context.invocation.reason, asker: mayKnow ? nil : context.principal.name)
    // How it is delivered never changes once users can redeem it, so it can be looked up before.
    let known = try context.database.read {
      try RedemptionService.KnownReward(request.reward, for: context.principal, in: $0)
    }
    let service = try RedemptionService(context, vouchers: known.reward.hasVouchers)
    let redeemed = try service.redeem(request, known, isDryRun: context.isDryRun)
    let now = context.clock.now()
    // A dry run shows no codes, not those of an earlier time either.
    let vouchers = context.isDryRun ? [] : redeemed.vouchers
    if redeemed.isReplay, !vouchers.isEmpty {
      // Codes are shown again, perhaps to staff who have looked up the key: like a reveal it is recorded first.
      try context.database.record(Change("rewards.repeat", subject: "\(redeemed.redemption.id)"), at: now)
    }
    let (id, isReal) = (redeemed.redemption.id, !context.isDryRun || redeemed.isReplay)
    let page = RedemptionPage(redeemed, vouchers: vouchers, isReal: isReal, at: now)
    var document = Document("reward.redeem/1", Self.fields, of: page)
    document.primary = page.primary
    if redeemed.isReplay {
      document.note("The key was used before. This is the first redemption; nothing moved now.")
    } else if redeemed.redemption.stage == .held {
      if !context.isDryRun { document.note(context.nextOfHeld(id)) }
    } else {
      document.next("`qix redemption show \(id)`")
    }
    if !redeemed.isReplay, context.looksForTwin(key: key) {
      let undo = redeemed.redemption.stage == .held ? "cancel" : "refund"
      document.warn(
        of: try twin(of: redeemed.redemption, at: now, in: context),
        undo: "take this back: `qix reward \(undo) \(id) --reason TEXT`", in: context)
    }
    return document
  }

  private func twin(of redemption: Redemption, at now: Timestamp, in context: Context) throws -> Twin? {
    let since = now.advanced(byMicroseconds: -Twin.window)
    let filter = RedemptionStore.Filter(user: redemption.user, reward: redemption.reward, since: since)
    let recent = try context.database.read { try RedemptionStore($0).list(filter, at: now, limit: 10) }
    return recent.first { earlier in
      earlier.id != redemption.id && earlier.quantity == redemption.quantity
        && [.held, .fulfilled].contains(earlier.state(at: now))
    }.flatMap { Twin("\($0.id)", at: $0.redeemed, now: now) }
  }
}

extension Reward {
  /// Whether users get vouchers for it.
  var hasVouchers: Bool { if case .voucher = delivery { true } else { false } }
}
