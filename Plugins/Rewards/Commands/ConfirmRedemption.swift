internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward confirm`
struct ConfirmRedemption: OldCommand {
  private static let note = OldOption(
    "note", .text, placeholder: "TEXT", "What the user can be told, such as the number of a parcel")

  static let declaration = Declaration(
    "confirm", "Say that a user has got what is held: coins and pieces are spent.", roles: [.operator],
    discussion: """
      Captures the hold of the coins and that of the pieces, and hands out what there is to hand out, in one \
      transaction. Repeating it changes nothing.
      """,
    parameters: [RedemptionNamed.redemption, note],
    examples: [
      Example("qix reward confirm rdm_01m7w9tzg3f7fs9hn862jj74bb --note \"parcel 4711\"", "it is on its way")
    ], effect: .changes)

  private let id: RedemptionID
  private let note: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(RedemptionNamed.redemption)
    note = arguments[Self.note]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let desk = try RedemptionDesk(context, handling: id)
    let redeemed = try context.database.write(
      Change("rewards.confirm", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in try desk.confirm(id, note: note, in: connection) }
    var document = Document("reward.confirm/1")
    document.add(
      redeemed, at: context.clock.now(), isDryRun: isDryRun,
      isForPeople: context.terminal.globals.format == .human)
    document.field("note", "note", .text(optional: redeemed.redemption.note), confidential: .reason)
    document.field("replayed", "replayed", .boolean(redeemed.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if redeemed.isReplay {
      context.terminal.note("It was fulfilled before; nothing moved now.")
    } else if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else {
      context.terminal.note("Next: `qix redemption show \(id)`.")
    }
  }
}

extension RedemptionDesk {
  /// A desk for one redemption, which opens the vault only where that has to do with vouchers.
  /// - Throws: `RedemptionError.notFound`.
  init(_ context: Context, handling id: RedemptionID) throws {
    let hasVouchers = try context.database.read { connection in
      let redemption = try RedemptionStore(connection).require(id)
      return try RewardStore(connection).find(redemption.reward)?.hasVouchers ?? false
    }
    try self.init(context, vouchers: hasVouchers)
  }
}
