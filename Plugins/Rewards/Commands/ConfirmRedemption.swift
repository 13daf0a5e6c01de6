internal import QixModule

/// `qix reward confirm`
struct ConfirmRedemption: Command {
  static let declaration = Declaration(
    "confirm", "Confirm that a user received a held reward: coins and items are spent.", roles: [.operator],
    discussion: """
      Captures the holds of the coins and the items, and issues vouchers or tickets, in one transaction. Repeating the \
      command changes nothing.
      """,
    examples: [
      Example(
        "rdm=$(qix redemption list --state held --quiet | head -n 1) && qix reward confirm \"$rdm\" --note 'parcel 4711'",
        "it is on its way")
    ],
    answer: """
      reward.confirm/1: redemption id?, reward text, user id, state text, quantity integer, price coins?, coins coins,
      copayment text?, held_until time?, note text?, replayed boolean, vouchers? [voucher id, code text, until time?]
      """, effect: .changes)

  private let redemption = RedemptionNamed()
  @Option("note", .text, placeholder: "TEXT", "A note for the user, such as a parcel number")
  private var note: String?

  func run(in context: Context) throws -> Document {
    let id = redemption.id
    let service = try RedemptionService(context, handling: id)
    let redeemed = try context.change("rewards.confirm", subject: "\(id)") { connection, _ in
      try service.confirm(id, note: note, in: connection)
    }
    let isReal = !context.isDryRun || redeemed.isReplay
    var document = Document("reward.confirm/1", redeemed, isReal: isReal, at: context.clock.now())
    document.field("note", .text(redeemed.redemption.note), confidential: .reason)
    document.field("replayed", .boolean(redeemed.isReplay))
    document.add(isReal ? redeemed.vouchers : [], in: context)
    if redeemed.isReplay {
      document.note("It was fulfilled before. Nothing moved now.")
    } else {
      document.next("`qix redemption show \(id)`")
    }
    return document
  }
}

extension RedemptionService {
  /// A service for one redemption, which opens the vault only where that has to do with vouchers.
  /// - Throws: `RedemptionError.notFound`.
  init(_ context: Context, handling id: RedemptionID) throws {
    let hasVouchers = try context.database.read { connection in
      let redemption = try RedemptionStore(connection).require(id)
      return try RewardStore(connection).find(redemption.reward)?.hasVouchers ?? false
    }
    try self.init(context, vouchers: hasVouchers)
  }
}
