internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward refund`
struct RefundRedemption: OldCommand {
  private static let coins = OldOption<Int64>(
    "coins", .coins, "How many of the coins; all that are left where it isn't given")
  private static let restock = OldFlag("restock", "Put the pieces back on the shelf")
  private static let noRestock = OldFlag("no-restock", "Leave the pieces off the shelf")
  private static let keepVoucher = OldFlag(
    "keep-voucher", "Let the user keep the voucher, also one that was used: goodwill")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")

  static let declaration = Declaration(
    "refund", "Pay coins back that were spent on a reward, whole or in part.", roles: [.operator],
    discussion: """
      The user gets back the very coins that were spent, with their expiry; of a part, those that live longest. What \
      has expired meanwhile comes anew, good for the time that the setting rewards.refund-grace says.

      When everything is paid back, the voucher becomes worthless and its piece goes back to the shelf; a voucher that \
      was used stands in the way unless --keep-voucher is given. Goods go back to the shelf with --restock. Donations \
      and raffle tickets can't be taken back, so they are not refunded. --reason has to be given.
      """,
    parameters: [RedemptionNamed.redemption, coins, restock, noRestock, keepVoucher, key],
    examples: [
      Example("qix reward refund rdm_01m7w9tzg3f7fs9hn862jj74bb --reason \"sent back\" --restock", "all of it"),
      Example("qix reward refund rdm_01m7w9tzg3f7fs9hn862jj74bb --coins 20 --reason \"came late\"", "a part"),
    ], effect: .changes)

  private let request: RedemptionDesk.RefundRequest
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws {
    let (restocks, leaves) = (arguments[Self.restock], arguments[Self.noRestock])
    guard !(restocks && leaves) else {
      throw UsageError("--restock and --no-restock exclude each other", hint: "Give one of them, or neither.")
    }
    request = RedemptionDesk.RefundRequest(
      redemption: try arguments.require(RedemptionNamed.redemption), coins: arguments[Self.coins],
      restocks: restocks ? true : leaves ? false : nil, keepsVoucher: arguments[Self.keepVoucher],
      key: arguments[Self.key], reason: try RedemptionNamed.reason(arguments))
    isDryRun = arguments.isDryRun
  }

  func run(in context: Context) throws {
    let desk = try RedemptionDesk(context, handling: request.redemption)
    let outcome = try context.database.write(
      Change("rewards.refund", subject: "\(request.redemption)", reason: request.reason), isDryRun: isDryRun
    ) { connection, change in
      let outcome = try desk.refund(request, isDryRun: isDryRun, in: connection)
      switch outcome {
      case .done(let refunded, _):
        change.subject = "\(refunded.refund.id) of \(request.redemption): \(refunded.refund.coins.counted("coin"))"
      case .waits(let approval):
        change.action = "coins.request-approval"
        change.subject = "\(approval.id): \(approval.operation)"
      }
      return outcome
    }
    switch outcome {
    case .waits(let approval):
      try context.terminal.emit(Document(approval))
      throw approval.error
    case .done(let refunded, let anew): try answer(refunded, anew, in: context)
    }
  }

  private func answer(_ refunded: RedemptionDesk.Refunded, _ anew: NewLife?, in context: Context) throws {
    let refund = refunded.refund
    let isReal = !isDryRun || refunded.isReplay
    var document = Document("reward.refund/1")
    if isReal { document.primary = "\(refund.id)" }
    document.field("refund", "refund", isReal ? .identifier("\(refund.id)") : .missing)
    document.field("redemption", "redemption", .identifier("\(refund.redemption)"))
    document.field("reward", "reward", .text(refunded.reward.name))
    document.field("user", "user", .identifier("\(refunded.redemption.user)"))
    document.field("state", "state", .text(refunded.redemption.state(at: context.clock.now()).rawValue))
    document.field("coins", "coins", .coins(refund.coins))
    document.field("anew", "of them anew", .coins(refund.anewCoins))
    document.field("anew_until", "good until", anew.map { .timestamp($0.expires) } ?? .missing)
    document.field("pieces", "pieces restocked", .integer(refund.pieces))
    document.field("voucher_voided", "voucher voided", .boolean(refund.isVoided))
    document.field("replayed", "replayed", .boolean(refunded.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if refunded.isReplay {
      context.terminal.note("The key was used before: this is the refund of that time, and nothing moved now.")
    } else if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else {
      context.terminal.note("Next: `qix redemption show \(refund.redemption)`.")
    }
  }
}
