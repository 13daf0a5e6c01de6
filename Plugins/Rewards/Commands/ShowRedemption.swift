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
    answer: """
      redemption.show/1: redemption id?, reward text, user id, state text, quantity integer, price coins?, coins
      coins, copayment text?, held_until time?, delivery text, refunded coins, redeemed time, fulfilled time?, ended
      time?, key text?, note text?, reason text?, vouchers? [voucher id, code text, until time?, state text, used
      integer, uses integer, rest text?], spent [coins coins, expires time?, granted_by id?], transfers [what text,
      transfer id?, kind text, amount integer, ended_by id?, end text?, reversed integer], refunds? [refund id, at
      time, coins coins, anew coins, pieces integer?, voided boolean, reason text?, transfer id?]
      """, reveals: [.operator, .support, .user], givenByCustomers: ["redemption"])

  @Positional(
    "redemption", .redemptionReference,
    "rdm_…; the vch_…, trf_… or rfd_… of its voucher, transfer or refund; or its key")
  private var reference: RedemptionReference

  /// Everything that is shown, read in one transaction.
  fileprivate struct Story: Sendable {
    typealias Voucher = (id: VoucherID, standing: HandedVoucher?)
    typealias Transfer = (what: String, id: TransferID, standing: TransferStanding)

    let redeemed: RedemptionService.Redeemed
    let vouchers: [Voucher]
    let refunds: [Refund]
    let lots: [SpentLot]
    let transfers: [Transfer]
  }

  func run(in context: Context) throws -> Document {
    if case .key = reference, !context.mayTell(.key) {
      throw UsageError("REDEMPTION: \(RedemptionReference.form)")
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
    let story = try context.database.read { try read(id, service, catalogue, in: $0) }
    let now = context.clock.now()
    var document = document(story, at: now, isForPeople: context.face.isForPeople)
    try document.reveal(in: context, subject: "\(id)")
    let redemption = story.redeemed.redemption
    if redemption.state(at: now) == .held {
      document.note("\(context.nextOfHeld(id))")
    } else {
      document.next("`qix wallet show \(redemption.user)`")
    }
    return document
  }

  private func read(
    _ id: RedemptionID, _ service: RedemptionService, _ catalogue: any VoucherCatalogue, in connection: Connection
  ) throws -> Story {
    let store = RedemptionStore(connection)
    let redemption = try store.require(id)
    let transfers = [("coins", redemption.coinsTransfer)] + (redemption.stockTransfer.map { [("pieces", $0)] } ?? [])
    return Story(
      redeemed: try service.redeemed(redemption, isReplay: false, in: connection),
      vouchers: try store.vouchers(of: id).map { ($0, try catalogue.handed($0, in: connection)) },
      refunds: try store.refunds(of: id),
      lots: try service.ledger.lots(spentBy: redemption.coinsTransfer, in: connection),
      transfers: try transfers.compactMap { what, transfer in
        try service.ledger.standing(of: transfer, in: connection).map { (what, transfer, $0) }
      })
  }

  private func document(_ story: Story, at now: Timestamp, isForPeople: Bool) -> Document {
    let redemption = story.redeemed.redemption
    var document = Document("redemption.show/1", story.redeemed, isReal: true, at: now)
    // To whom is given, and from which series, may have changed since; how it is delivered can't.
    document.field("delivery", .text(story.redeemed.reward.delivery.kind))
    let refunded = story.refunds.reduce(0) { $0 + $1.coins }
    document.field("refunded", "refunded", .coins(refunded))
    document.field("redeemed", .timestamp(redemption.redeemed))
    document.field("fulfilled", .timestamp(redemption.fulfilled))
    document.field("ended", .timestamp(redemption.ended))
    document.field("key", .text(redemption.key), confidential: .key)
    document.field("note", .text(redemption.note), confidential: .reason)
    document.field("reason", .text(redemption.reason), confidential: .reason)
    func table<Row>(_ key: String, _ title: String, _ fields: [RowField<Row>], _ rows: [Row]) {
      if !isForPeople || !rows.isEmpty { document.table(key, title: title, fields, rows: rows) }
    }
    let codes = Dictionary(uniqueKeysWithValues: story.redeemed.vouchers.map { ($0.id, $0.code) })
    table("vouchers", "Vouchers", Story.vouchers(codes, at: now), story.vouchers)
    table("spent", "Coins spent", Story.lots, story.lots)
    table("transfers", "In the ledger", Story.transfers(at: now), story.transfers)
    table("refunds", "Refunds", Story.refunds, story.refunds)
    return document
  }
}

extension ShowRedemption.Story {
  fileprivate static func vouchers(_ codes: [VoucherID: String], at now: Timestamp) -> [RowField<Voucher>] {
    [
      RowField("voucher") { .identifier($0.id) },
      RowField("code") { .personal(codes[$0.id] ?? "", .text) },
      RowField("until", "GOOD UNTIL") { .timestamp($0.standing?.end) },
      RowField("state") { .text($0.standing?.word(at: now)) },
      RowField(number: "used") { .integer($0.standing?.used) },
      RowField(number: "uses", "OF") { .integer($0.standing?.uses) },
      RowField(number: "rest") { .text(($0.standing?.rest).map { "\($0)" }) },
    ]
  }

  fileprivate static let lots: [RowField<SpentLot>] = [
    RowField(number: "coins") { .coins($0.amount) },
    RowField("expires", "EXPIRE") { .timestamp($0.expires) },
    RowField("granted_by", confidential: .trace) { .identifier($0.grantedBy) },
  ]

  fileprivate static func transfers(at now: Timestamp) -> [RowField<Transfer>] {
    [
      RowField("what") { .text($0.what) },
      RowField("transfer", confidential: .trace) { .identifier($0.id) },
      RowField("kind") { .text($0.standing.kind.name) },
      RowField(number: "amount") { .integer($0.standing.amount) },
      RowField("ended_by", confidential: .trace) { .identifier($0.standing.end?.transfer) },
      RowField("end", "AS") { .text($0.standing.ending(by: now)?.name) },
      RowField(number: "reversed", "TAKEN BACK") { .integer($0.standing.reversed) },
    ]
  }

  fileprivate static let refunds: [RowField<Refund>] = [
    RowField("refund") { .identifier($0.id) },
    RowField("at") { .timestamp($0.at) },
    RowField(number: "coins") { .coins($0.coins) },
    RowField(number: "anew") { .coins($0.anewCoins) },
    RowField(number: "pieces") { .integer($0.pieces) },
    RowField("voided") { .boolean($0.isVoided) },
    RowField("reason", confidential: .reason) { .text($0.reason) },
    RowField("transfer", confidential: .trace) { .identifier($0.coinsTransfer) },
  ]
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
