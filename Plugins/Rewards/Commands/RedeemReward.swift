internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward redeem`
struct RedeemReward: OldCommand {
  private static let reward = OldPositional("reward", .text, "The reward's name, or rwd_…")
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who redeems it: usr_… or external id", isRequired: true)
  private static let quantity = OldOption<Int64>(
    "quantity", .integer(in: Redemption.quantities), placeholder: "N", "How many", default: "1")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private static let hold = OldFlag("hold", "Reserve coins and pieces only, until `qix reward confirm`")
  private static let atMost = OldOption<Int64>(
    "at-most", .coins, placeholder: "COINS", "Refuse it when it costs more than this in all: what the user was shown")

  static let declaration = Declaration(
    "redeem", "Spend a user's coins on a reward.", roles: [.operator, .integrator],
    discussion: """
      Every rule of the reward is asked at this moment: period, mode, conditions, limits, price, pieces left. Coins, \
      pieces and what the user gets move in one transaction, or nothing does. Goods, and whatever is redeemed with \
      --hold, are reserved until somebody confirms or cancels; the hold ends by itself after the reward's time.

      Give each attempt of a user one --idempotency-key: however often it is sent again, they pay once, and get the \
      same voucher each time.
      """,
    parameters: [reward, user, quantity, key, hold, atMost],
    examples: [
      Example(
        "qix reward redeem coffee --user shop-4711 --at-most 100 --idempotency-key tap-981 --json", "with its voucher"),
      Example("qix reward redeem mug --user shop-4711 --hold", "reserved until it is handed over"),
    ], effect: .changes)

  private let request: RedemptionDesk.Request
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws {
    request = RedemptionDesk.Request(
      reward: try arguments.require(Self.reward), user: try arguments.require(Self.user),
      quantity: try arguments.require(Self.quantity), key: arguments[Self.key], holds: arguments[Self.hold],
      atMost: arguments[Self.atMost], reason: arguments.reason)
    isDryRun = arguments.isDryRun
  }

  func run(in context: Context) throws {
    // How it is delivered never changes once users can redeem it, so it can be looked up before.
    let known = try context.database.read { try RedemptionDesk.KnownReward(request.reward, in: $0) }
    let desk = try RedemptionDesk(context, vouchers: known.reward.hasVouchers)
    let redeemed = try desk.redeem(request, known, isDryRun: isDryRun)
    let now = context.clock.now()
    if redeemed.isReplay, !redeemed.vouchers.isEmpty {
      // Codes are told again, perhaps to somebody who has found out the key: like a reveal it is written down first.
      try context.database.record(Change("rewards.repeat", subject: "\(redeemed.redemption.id)"), at: now)
    }
    var document = Document("reward.redeem/1")
    document.add(
      redeemed, at: now, isDryRun: isDryRun,
      isForPeople: context.terminal.globals.format == .human)
    document.field("replayed", "replayed", .boolean(redeemed.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    let id = redeemed.redemption.id
    if redeemed.isReplay {
      context.terminal.note("The key was used before: this is the redemption of that time, and nothing moved now.")
    } else if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if redeemed.redemption.stage == .held {
      context.terminal.note(context.nextOfHeld(id))
    } else {
      context.terminal.note("Next: `qix redemption show \(id)`.")
    }
  }
}

extension Reward {
  /// Whether users get vouchers for it.
  var hasVouchers: Bool { if case .voucher = delivery { true } else { false } }
}
