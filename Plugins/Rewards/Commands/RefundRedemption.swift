internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix reward refund`
struct RefundRedemption: Command {
  static let declaration = Declaration(
    "refund", "Pay coins back that were spent on a reward, whole or in part.", roles: [.operator], requests: [.support],
    discussion: """
      The user gets back the very coins that were spent, with their expiry; of a part, those that live longest. What \
      has expired meanwhile is reissued, good for the time that the setting rewards.refund-grace says.

      When everything is paid back, the voucher becomes worthless and its piece goes back to the shelf; a voucher that \
      was used stands in the way unless --keep-voucher is given. Goods go back to the shelf with --restock. Donations \
      and raffle tickets can't be taken back, so they are not refunded. --reason has to be given.
      """,
    examples: [
      Example(
        "rdm=$(qix redemption list --state fulfilled --quiet | head -n 1) && qix reward refund \"$rdm\" --reason 'sent back'",
        "all of it"),
      Example("qix reward refund rdm_01m7w9tzg3f7fs9hn862jj74bb --coins 20 --reason \"came late\"", "a part"),
    ],
    answer: """
      reward.refund/1: refund id, redemption id?, reward text, user id, state text, coins coins, anew coins,
      anew_until time?, pieces integer?, voucher_voided boolean, replayed boolean
      """ | .approval, effect: .changes)

  private let redemption = RedemptionNamed()
  @Option("coins", .coins, "How many of the coins; all that are left where it isn't given") private var coins: Int64?
  @Flag("restock", "Put the pieces back on the shelf") private var restocks: Bool
  @Flag("no-restock", "Leave the pieces off the shelf") private var leaves: Bool
  @Flag("keep-voucher", "Let the user keep the voucher, also one that was used: goodwill") private var keepsVoucher:
    Bool
  @Option(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")
  private var key: String?

  func check() throws {
    guard !(restocks && leaves) else {
      throw UsageError("--restock and --no-restock exclude each other", hint: "Give one of them, or neither.")
    }
  }

  func run(in context: Context) throws -> Document {
    let request = RedemptionService.RefundRequest(
      redemption: redemption.id, coins: coins, restocks: restocks ? true : leaves ? false : nil,
      keepsVoucher: keepsVoucher, key: key, reason: try context.requireReason())
    let service = try RedemptionService(context, handling: request.redemption)
    let outcome = try context.change(
      "rewards.refund",
      isDone: { (outcome: RedemptionService.Return<RedemptionService.Refunded>) -> Bool in
        if case .done((let refunded, _)) = outcome { return refunded.isReplay }
        return false
      }, asking: { try asked(request, in: $0) }
    ) { connection, change in
      change.subject = "\(request.redemption)"
      let outcome = try service.refund(request, isDryRun: context.isDryRun, in: connection)
      switch outcome {
      case .done((let refunded, _)):
        change.subject = "\(refunded.refund.id) of \(request.redemption): \(refunded.refund.coins.counted("coin"))"
      case .waits(let request): change.requests(request)
      }
      return outcome
    }
    switch outcome {
    case .waits(let request): return Document(request)
    case .done((let refunded, let anew)): return answer(refunded, anew, in: context)
    }
  }

  private func asked(_ request: RedemptionService.RefundRequest, in connection: Connection) throws -> AskedChange {
    let redemption = try RedemptionStore(connection).require(request.redemption)
    let coins = request.coins.map { $0.counted("coin") } ?? "all that is left"
    let rest = [
      request.restocks.map { $0 ? "with restocking" : "without restocking" },
      request.keepsVoucher ? "the voucher stays" : nil,
    ].compactMap(\.self)
    let words = (["refund \(coins) of \(redemption.id) to \(redemption.user)"] + rest).joined(separator: ", ")
    // Asked once more with another key, or none, it is the same wish: one request waits for it.
    let left =
      try request.coins ?? redemption.coins
      - RedemptionStore(connection).refunds(of: redemption.id).reduce(0) { $0 + $1.coins }
    return AskedChange(words, of: redemption.user, coins: .amount(left))
  }

  private func answer(_ refunded: RedemptionService.Refunded, _ anew: NewLife?, in context: Context) -> Document {
    let refund = refunded.refund
    // A dry run's id names nothing.
    let id = context.isDryRun && !refunded.isReplay ? nil : refund.id
    var document = Document("reward.refund/1")
    document.primary = id.map { "\($0)" }
    document.field("refund", .identifier(id))
    document.field("redemption", .identifier(refund.redemption))
    document.field("reward", .text(refunded.reward.name))
    document.field("user", .identifier(refunded.redemption.user))
    document.field("state", .text(refunded.redemption.state(at: context.clock.now()).rawValue))
    document.field("coins", .coins(refund.coins))
    document.field("anew", "of them reissued", .coins(refund.anewCoins))
    document.field("anew_until", "good until", .timestamp(anew?.expires))
    document.field("pieces", "pieces restocked", .integer(refund.pieces))
    document.field("voucher_voided", .boolean(refund.isVoided))
    document.field("replayed", .boolean(refunded.isReplay))
    if refunded.isReplay {
      document.note("The key was used before: this is the refund of that time, and nothing moved now.")
    } else {
      document.next("`qix redemption show \(refund.redemption)`")
    }
    return document
  }
}
