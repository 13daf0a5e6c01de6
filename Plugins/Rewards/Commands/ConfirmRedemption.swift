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
    answer: AnswerShape("reward.confirm/1", fields), effect: .changes)

  private static let fields =
    RedemptionPage.fields + [RedemptionPage.note, RedemptionPage.replayed, RedemptionPage.handed]

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
    let page = RedemptionPage(
      redeemed, vouchers: isReal ? redeemed.vouchers : [], isReal: isReal, at: context.clock.now())
    var document = Document("reward.confirm/1", Self.fields, of: page)
    document.primary = page.primary
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
