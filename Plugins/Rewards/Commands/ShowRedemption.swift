internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix redemption show`
struct ShowRedemption: OldCommand {
  private static let redemption = OldPositional(
    "redemption", .redemptionReference, "rdm_…; or the vch_…, trf_… or rfd_… of what it has brought")

  static let declaration = Declaration(
    "show", "Show the whole story of a redemption: what it cost, which coins paid, what became of it.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      It is found by what the user has before them: the redemption's own id, or that of a voucher, of a movement of coins \
      or of a refund that it has brought.

      The transfers are those of the ledger: `qix coins show` tells more of each. The code of a voucher is masked; \
      --reveal shows it, needs --reason, and is written to the audit log. An integrator isn't told whose it is, nor \
      the idempotency key, under which `qix reward redeem` would tell the code again.
      """,
    parameters: [redemption],
    examples: [
      Example("qix redemption show rdm_01m7w9tzg3f7fs9hn862jj74bb", "one redemption"),
      Example("qix redemption show vch_01m7w9tzg3f7fs9hn862jj74bb", "the one that has brought a voucher"),
      Example(
        "qix redemption show rdm_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'call 4711'", "with the voucher's code"),
    ], reveals: [.operator, .support])

  private let reference: RedemptionReference
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(Self.redemption)
    reveal = arguments.reveal
  }

  /// What is shown, read in one piece.
  private struct Story: Sendable {
    let redeemed: RedemptionDesk.Redeemed
    let vouchers: [(id: VoucherID, standing: HandedVoucher?)]
    let refunds: [Refund]
    let lots: [SpentLot]
    let transfers: [(what: String, id: TransferID, standing: TransferStanding)]
  }

  func run(in context: Context) throws {
    // Without a reveal no code is needed, and so no vault.
    let finder = try RedemptionDesk(context, vouchers: false)
    let id = try context.database.read { try finder.find(reference, in: $0) }
    let desk = try reveal == nil ? finder : RedemptionDesk(context, handling: id)
    let catalogue = try context.service(Vouchers.catalogue)
    let story = try context.database.read { try read(id, desk, catalogue, in: $0) }
    let terminal = try context.terminal(revealing: reveal, subject: "\(id)")
    try terminal.emit(
      document(story, at: context.clock.now(), isForPeople: terminal.globals.format == .human))
    let redemption = story.redeemed.redemption
    if redemption.state(at: context.clock.now()) == .held {
      terminal.note(context.nextOfHeld(id))
    } else {
      terminal.note("Next: `qix wallet show \(redemption.user)`.")
    }
  }

  private func read(
    _ id: RedemptionID, _ desk: RedemptionDesk, _ catalogue: any VoucherCatalogue, in connection: Connection
  ) throws -> Story {
    let store = RedemptionStore(connection)
    let redemption = try store.require(id)
    let transfers = [("coins", redemption.coinsTransfer)] + (redemption.stockTransfer.map { [("pieces", $0)] } ?? [])
    return Story(
      redeemed: try desk.redeemed(redemption, isReplay: false, in: connection),
      vouchers: try store.vouchers(of: id).map { ($0, try catalogue.handed($0, in: connection)) },
      refunds: try store.refunds(of: id),
      lots: try desk.ledger.lots(spentBy: redemption.coinsTransfer, in: connection),
      transfers: try transfers.compactMap { what, transfer in
        try desk.ledger.standing(of: transfer, in: connection).map { (what, transfer, $0) }
      })
  }

  private func document(_ story: Story, at now: Timestamp, isForPeople: Bool) -> Document {
    let redemption = story.redeemed.redemption
    var document = Document("redemption.show/1")
    document.primary = "\(redemption.id)"
    document.field("redemption", "redemption", .identifier("\(redemption.id)"))
    document.add(redemption, story.redeemed.reward, at: now)
    // To whom is given, and from which series, may have changed since; how it is delivered can't.
    document.field("delivery", "delivery", .text(story.redeemed.reward.delivery.kind))
    let refunded = story.refunds.reduce(0) { $0 + $1.coins }
    document.field("refunded", "of them refunded", .coins(refunded))
    document.field("redeemed", "redeemed", .timestamp(redemption.redeemed))
    document.field("fulfilled", "fulfilled", .time(redemption.fulfilled))
    document.field("ended", "ended", .time(redemption.ended))
    document.field("key", "key", .text(optional: redemption.key), confidential: .key)
    document.field("note", "note", .text(optional: redemption.note), confidential: .reason)
    document.field("reason", "reason", .text(optional: redemption.reason), confidential: .reason)
    let known = Dictionary(uniqueKeysWithValues: story.redeemed.vouchers.map { ($0.id, $0) })
    func table(_ key: String, _ title: String, _ columns: [Column], _ rows: [[Cell]]) {
      if !isForPeople || !rows.isEmpty { document.table(key, title: title, columns: columns, rows: rows) }
    }
    table(
      "vouchers", "Vouchers",
      [
        Column("voucher", "VOUCHER"), Column("code", "CODE"), Column("until", "GOOD UNTIL"), Column("state", "STATE"),
        Column("used", "USED", alignment: .trailing), Column("uses", "OF", alignment: .trailing),
        Column("rest", "REST", alignment: .trailing),
      ],
      story.vouchers.map { voucher, standing in
        [
          .identifier("\(voucher)"), .personal(known[voucher]?.code ?? "", .text), .time(standing?.end),
          .text(optional: standing?.word(at: now)), standing.map { .integer($0.used) } ?? .missing,
          (standing?.uses).map { .integer($0) } ?? .missing, .text(optional: standing?.rest.map { "\($0)" }),
        ]
      })
    table(
      "spent", "Coins that paid",
      [
        Column("coins", "COINS", alignment: .trailing), Column("expires", "EXPIRE"),
        Column("granted_by", "GRANTED BY", confidential: .trace),
      ],
      story.lots.map {
        [.coins($0.amount), .time($0.expires), .identifier("\($0.grantedBy)")]
      })
    table(
      "transfers", "In the ledger",
      [
        Column("what", "WHAT"), Column("transfer", "TRANSFER", confidential: .trace), Column("kind", "KIND"),
        Column("amount", "AMOUNT", alignment: .trailing), Column("ended_by", "ENDED BY", confidential: .trace),
        Column("end", "AS"),
        Column("reversed", "TAKEN BACK", alignment: .trailing),
      ],
      story.transfers.map { what, id, standing in
        [
          .text(what), .identifier("\(id)"), .text(standing.kind.name), .integer(standing.amount),
          standing.end.map { .identifier("\($0.transfer)") } ?? .missing,
          .text(optional: standing.ending(by: now)?.name),
          .integer(standing.reversed),
        ]
      })
    table(
      "refunds", "Refunds",
      [
        Column("refund", "REFUND"), Column("at", "AT"), Column("coins", "COINS", alignment: .trailing),
        Column("anew", "ANEW", alignment: .trailing), Column("pieces", "PIECES", alignment: .trailing),
        Column("voided", "VOIDED"), Column("reason", "REASON", confidential: .reason),
        Column("transfer", "TRANSFER", confidential: .trace),
      ],
      story.refunds.map {
        [
          .identifier("\($0.id)"), .timestamp($0.at), .coins($0.coins), .coins($0.anewCoins), .integer($0.pieces),
          .boolean($0.isVoided), .text(optional: $0.reason), .identifier("\($0.coinsTransfer)"),
        ]
      })
    return document
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
