internal import CoinsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// `qix redemption show`
struct ShowRedemption: Command {
  static let declaration = Declaration(
    "show", "Show a redemption in full: price, coins spent, vouchers, refunds.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Give the redemption's id, or the id of its voucher, transfer or refund. If you may see idempotency keys, the key \
      works too.

      The transfers are those of the ledger; `qix coins show` shows more of each. Voucher codes are masked. --reveal \
      shows them, needs --reason, and is written to the audit log. Integrators see neither the user nor the \
      idempotency key, because `qix reward redeem` with the key would show the code.
      """,
    examples: [
      Example(
        "rdm=$(qix redemption list --user shop-4711 --quiet | head -n 1) && qix redemption show \"$rdm\"",
        "one redemption"),
      Example("qix redemption show vch_01m7w9tzg3f7fs9hn862jj74bb", "the redemption of a voucher"),
      Example(
        "qix redemption show rdm_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "with the voucher's code"),
    ],
    answer: AnswerShape("redemption.show/1", Story.fields), reveals: [.operator, .support, .user],
    givenByCustomers: ["redemption"])

  @Positional(
    "redemption", .redemptionReference,
    "rdm_…; the vch_…, trf_… or rfd_… of its voucher, transfer or refund; or its key")
  private var reference: RedemptionReference

  /// Everything that is shown, read in one transaction.
  fileprivate struct Story: Sendable {
    typealias Voucher = (id: VoucherID, code: String, standing: HandedVoucher?, now: Timestamp)
    typealias Transfer = (what: String, id: TransferID, standing: TransferStanding, now: Timestamp)

    let page: RedemptionPage
    let vouchers: [Voucher]
    let refunds: [(refund: Refund, by: String?)]
    /// Who has redeemed it; who has confirmed or cancelled it.
    let (redeemer, decider): (String?, String?)
    let lots: [SpentLot]
    let transfers: [Transfer]
  }

  func run(in context: Context) throws -> Document {
    if case .key = reference, !context.mayTell(.key) {
      throw UsageError("\($reference.label): \(RedemptionReference.form)")
    }
    // Without a reveal no code is needed, and so no vault.
    let finder = try RedemptionService(context, vouchers: false)
    let id = try context.database.read { connection in
      let id = try finder.find(reference, in: connection)
      try context.requireOwn(
        RedemptionStore(connection).require(id).user, in: connection, else: RedemptionError.notFound(id))
      return id
    }
    let service = context.invocation.reveals ? try RedemptionService(context, handling: id) : finder
    let catalogue = try context.service(Vouchers.catalogue)
    let now = context.clock.now()
    let story = try context.database.read { try read(id, service, catalogue, at: now, in: $0) }
    var document = Document("redemption.show/1", Story.fields, of: story)
    document.primary = "\(id)"
    try document.reveal(in: context, subject: "\(id)")
    let redemption = story.page.redemption
    if redemption.state(at: now) == .held {
      document.note(context.nextOfHeld(id))
    } else {
      document.next("`qix wallet show \(redemption.user)`")
    }
    return document
  }

  private func read(
    _ id: RedemptionID, _ service: RedemptionService, _ catalogue: any VoucherCatalogue, at now: Timestamp,
    in connection: Connection
  ) throws -> Story {
    let store = RedemptionStore(connection)
    let redemption = try store.require(id)
    let transfers = [("coins", redemption.coinsTransfer)] + (redemption.stockTransfer.map { [("pieces", $0)] } ?? [])
    let redeemed = try service.redeemed(redemption, isReplay: false, in: connection)
    let codes = Dictionary(uniqueKeysWithValues: redeemed.vouchers.map { ($0.id, $0.code) })
    return Story(
      page: RedemptionPage(redeemed, at: now),
      vouchers: try store.vouchers(of: id).map { ($0, codes[$0] ?? "", try catalogue.handed($0, in: connection), now) },
      refunds: try store.refunds(of: id).map { refund in
        (refund, try AuditLog.actor(naming: "\(refund.id)", of: ["rewards.refund"], in: connection))
      },
      redeemer: try redemption.redeemer(in: connection),
      decider: try AuditLog.actor(naming: "\(id)", of: ["rewards.confirm", "rewards.cancel"], in: connection),
      lots: try service.ledger.lots(spentBy: redemption.coinsTransfer, in: connection),
      transfers: try transfers.compactMap { what, transfer in
        try service.ledger.standing(of: transfer, in: connection).map { (what, transfer, $0, now) }
      })
  }
}

extension ShowRedemption.Story {
  fileprivate static let fields: [Field<Self>] =
    RedemptionPage.fields.of { $0.page }
    + [
      // To whom is given, and from which series, may have changed since; how it is delivered can't.
      Field("delivery", .text) { $0.page.reward.delivery.kind },
      Field("refunded", .coins, "refunded") { $0.refunds.reduce(0) { $0 + $1.refund.coins } },
      Field("redeemed", .time) { $0.page.redemption.redeemed },
      Field("fulfilled", .time) { $0.page.redemption.fulfilled },
      Field("ended", .time) { $0.page.redemption.ended },
      Field("key", .text, for: .key) { $0.page.redemption.key },
      Field("note", .text, for: .reason) { $0.page.redemption.note },
      Field("reason", .text, for: .reason) { $0.page.redemption.reason },
      Field("by", .text, for: .reason) { $0.redeemer },
      Field("decided_by", .text, for: .reason) { $0.decider },
      Field(optional: "vouchers", rows: vouchers, title: "Vouchers", none: nil) { $0.vouchers },
      Field("spent", rows: lots, title: "Coins spent", none: nil) { $0.lots },
      Field("transfers", rows: transfers, title: "In the ledger", none: nil) { $0.transfers },
      Field(optional: "refunds", rows: refunds, title: "Refunds", none: nil) { $0.refunds },
    ]

  private static let vouchers: [Field<Voucher>] = [
    Field("voucher", .id) { $0.id },
    Field("code", .personal(.text)) { $0.code },
    Field("until", .time, "GOOD UNTIL") { $0.standing?.end },
    Field("state", .text.promised) { $0.standing?.word(at: $0.now) },
    Field("used", .integer.promised) { $0.standing?.used },
    Field("uses", .integer.promised, "OF") { $0.standing?.uses },
    Field("rest", .figure) { ($0.standing?.rest).map { "\($0)" } },
  ]

  private static let lots: [Field<SpentLot>] = [
    Field("coins", .coins) { $0.amount },
    Field("expires", .time, "EXPIRE") { $0.expires },
    Field("granted_by", .id, for: .trace) { $0.grantedBy },
  ]

  private static let transfers: [Field<Transfer>] = [
    Field("what", .text) { $0.what },
    Field("transfer", .id, for: .trace) { $0.id },
    Field("kind", .text) { $0.standing.kind.name },
    Field("amount", .integer) { $0.standing.amount },
    Field("ended_by", .id, for: .trace) { $0.standing.end?.transfer },
    Field("end", .text, "AS") { $0.standing.ending(by: $0.now)?.name },
    Field("reversed", .integer, "TAKEN BACK") { $0.standing.reversed },
  ]

  private static let refunds: [Field<(refund: Refund, by: String?)>] =
    refundFields.of { $0.refund } + [Field("by", .text, for: .reason) { $0.by }]

  private static let refundFields: [Field<Refund>] = [
    Field("refund", .id) { $0.id },
    Field("at", .time) { $0.at },
    Field("coins", .coins) { $0.coins },
    Field("anew", .coins) { $0.anewCoins },
    Field("pieces", .integer.orNull) { $0.pieces },
    Field("voided", .boolean) { $0.isVoided },
    Field("reason", .text, for: .reason) { $0.reason },
    Field("transfer", .id, for: .trace) { $0.coinsTransfer },
  ]
}

extension Redemption {
  /// The name of whoever has redeemed it: a token, a user or an operator.
  func redeemer(in connection: Connection) throws -> String? {
    try AuditLog.actor(naming: "\(id)", of: ["rewards.redeem"], in: connection)
  }
}

extension HandedVoucher {
  /// In one word: `open`, `used`, `void`, or `over` where its time is up.
  fileprivate func word(at now: Timestamp) -> String {
    switch state {
    case .open: end.map { $0 <= now } ?? false ? "over" : "open"
    case .used: "used"
    case .void: "void"
    }
  }
}
