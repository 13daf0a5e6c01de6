internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix reward refund`
struct RefundRedemption: Command {
  static let declaration = Declaration(
    "refund", "Refund coins spent on a reward, in full or in part.", roles: [.operator], requests: [.support],
    discussion: """
      The user gets the same coins back, with their original expiry. For a part, the coins that expire last come back \
      first. Coins that have expired are reissued; the setting rewards.refund-grace says for how long.

      Each unused voucher is cancelled: its price is paid back, and its item goes back to the shelf. A used voucher, \
      even partly used, is not refunded, unless --keep-voucher is given. Goods go back to the shelf with --restock. A \
      refund of a part, with --coins, takes nothing back. Donations and raffle tickets are not refunded. Preview the \
      amount with --dry-run. --reason is required.
      """,
    examples: [
      Example(
        "rdm=$(qix redemption list --state fulfilled --quiet | head -n 1) && qix reward refund \"$rdm\" --reason 'sent back'",
        "all of it"),
      Example("qix reward refund rdm_01m7w9tzg3f7fs9hn862jj74bb --coins 20 --reason \"came late\"", "a part"),
    ],
    answer: AnswerShape("reward.refund/1", Page.fields) | .approval, effect: .changes)

  private let redemption = RedemptionNamed()
  @Option("coins", .coins, "Coins to refund; default: all that are left") private var coins: Int64?
  @Flag("restock", "Put the items back on the shelf") private var restocks: Bool
  @Flag("no-restock", "Keep the items off the shelf") private var leaves: Bool
  @Flag("keep-voucher", "Goodwill: refund used vouchers too, and let the user keep them")
  private var keepsVoucher: Bool
  @Option(
    "idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?

  func check() throws {
    guard !(restocks && leaves) else {
      throw UsageError("--restock and --no-restock can't be given together", hint: "Give one of them, or neither.")
    }
  }

  func run(in context: Context) throws -> Document {
    let request = RedemptionService.RefundRequest(
      redemption: redemption.id, coins: coins, restocks: restocks ? true : leaves ? false : nil,
      keepsVoucher: keepsVoucher, key: key, reason: try context.requireReason())
    let service = try RedemptionService(context, handling: request.redemption)
    var twin: Twin?
    let outcome = try context.change(
      "rewards.refund",
      isDone: { (outcome: RedemptionService.Return<RedemptionService.Refunded>) -> Bool in
        if case .done((let refunded, _)) = outcome { return refunded.isReplay }
        return false
      }, asking: { try asked(request, service, in: $0) }
    ) { connection, change in
      change.subject = "\(request.redemption)"
      let outcome = try service.refund(request, isDryRun: context.isDryRun, in: connection)
      switch outcome {
      case .done((let refunded, _)):
        if !refunded.isReplay, context.looksForTwin(key: key) { twin = try self.twin(of: refunded.refund, connection) }
        change.subject = "\(refunded.refund.id) of \(request.redemption): \(refunded.refund.coins.counted("coin"))"
      case .waits(let request): change.requests(request)
      }
      return outcome
    }
    switch outcome {
    case .waits(let request): return Document(request)
    case .done((let refunded, let anew)):
      var document = answer(refunded, anew, in: context)
      document.warn(of: twin, undo: nil, in: context)
      return document
    }
  }

  /// Only parts can be refunded twice.
  private func twin(of refund: Refund, _ connection: Connection) throws -> Twin? {
    let refunds = try RedemptionStore(connection).refunds(of: refund.redemption)
    return refunds.last { $0.number < refund.number && $0.asked == refund.asked && $0.coins == refund.coins }
      .flatMap { Twin("\($0.id)", at: $0.at, now: refund.at) }
  }

  /// In words, of requests: which vouchers are paid.
  static let leavesUsed = "for vouchers that were never used"
  static let paysUsed = "used vouchers are paid, too, and stay"

  private func asked(
    _ request: RedemptionService.RefundRequest, _ service: RedemptionService, in connection: Connection
  ) throws -> AskedChange {
    let store = RedemptionStore(connection)
    let redemption = try store.require(request.redemption)
    let left = try redemption.coins - store.refunds(of: redemption.id).reduce(0) { $0 + $1.coins }
    let due = try service.brought(by: redemption.id, in: connection)
      .due(of: left, request, price: redemption.price)
    let counted = request.coins ?? (due < left ? due : nil)
    let coins = counted.map { $0.counted("coin") } ?? "all that is left"
    let rest = [
      request.restocks.map { $0 ? "with restocking" : "without restocking" },
      request.coins == nil && due < left ? Self.leavesUsed : nil,
      request.keepsVoucher ? Self.paysUsed : nil,
    ].compactMap(\.self)
    let words = (["refund \(coins) of \(redemption.id) to \(redemption.user)"] + rest).joined(separator: ", ")
    // Asked once more with another key, or none, it is the same wish: one request waits for it.
    return AskedChange(words, of: redemption.user, coins: .amount(counted ?? left))
  }

  private struct Page {
    let refunded: RedemptionService.Refunded
    let anew: NewLife?
    let isReal: Bool
    let now: Timestamp

    var refund: Refund { refunded.refund }
    /// A dry run's id names nothing.
    var id: RefundID? { isReal ? refund.id : nil }

    static let fields: [Field<Page>] = [
      Field("refund", .id) { $0.id },
      Field("redemption", .id.orNull) { $0.refund.redemption },
      Field("reward", .text) { $0.refunded.reward.name },
      Field("user", .id) { $0.refunded.redemption.user },
      Field("state", .text) { $0.refunded.redemption.state(at: $0.now).rawValue },
      Field("coins", .coins) { $0.refund.coins },
      Field("anew", .coins, "reissued") { $0.refund.anewCoins },
      Field("anew_until", .time, "good until") { $0.anew?.expires },
      Field("pieces", .integer.orNull, "items restocked") { $0.refund.pieces },
      Field("voucher_voided", .boolean) { $0.refund.isVoided },
      Field("replayed", .boolean) { $0.refunded.isReplay },
    ]
  }

  private func answer(_ refunded: RedemptionService.Refunded, _ anew: NewLife?, in context: Context) -> Document {
    let refund = refunded.refund
    let page = Page(
      refunded: refunded, anew: anew, isReal: !context.isDryRun || refunded.isReplay, now: context.clock.now())
    var document = Document("reward.refund/1", Page.fields, of: page)
    document.primary = page.id.map { "\($0)" }
    if refunded.isReplay {
      document.note("The key was used before. This is the first refund; nothing moved now.")
    } else {
      if refund.asked.coins == nil, refunded.redemption.stage == .fulfilled {
        document.note(
          "Used vouchers were not refunded. As goodwill, the same command with --keep-voucher refunds them too; "
            + "the user keeps them.")
      } else if refund.asked.keepsVoucher {
        document.note("Used vouchers were refunded as goodwill. The user keeps them.")
      }
      document.next("`qix redemption show \(refund.redemption)`")
    }
    return document
  }
}
