internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward cancel`
struct CancelRedemption: OldCommand {
  static let declaration = Declaration(
    "cancel", "Give back what is held: the user has their coins again, the shelf its pieces.", roles: [.operator],
    discussion: """
      Coins that have expired while they were held come back anew, good for the time that the setting \
      rewards.refund-grace says. Repeating it changes nothing. --reason has to be given.
      """,
    parameters: [RedemptionNamed.redemption],
    examples: [
      Example("qix reward cancel rdm_01m7w9tzg3f7fs9hn862jj74bb --reason \"broken on the shelf\"", "nobody pays")
    ], effect: .changes)

  private let id: RedemptionID
  private let isDryRun: Bool
  private let reason: String

  init(_ arguments: Arguments) throws {
    id = try arguments.require(RedemptionNamed.redemption)
    isDryRun = arguments.isDryRun
    reason = try RedemptionNamed.reason(arguments)
  }

  func run(in context: Context) throws {
    let desk = try RedemptionDesk(context, vouchers: false)
    let outcome = try context.database.write(
      Change("rewards.cancel", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let outcome = try desk.cancel(id, reason: reason, isDryRun: isDryRun, in: connection)
      if case .waits(let approval) = outcome {
        change.action = "coins.request-approval"
        change.subject = "\(approval.id): \(approval.operation)"
      }
      return outcome
    }
    switch outcome {
    case .waits(let approval):
      try context.terminal.emit(Document(approval))
      throw approval.error
    case .done(let redeemed, let anew):
      var document = Document("reward.cancel/1")
      document.primary = "\(id)"
      document.field("redemption", "redemption", .identifier("\(id)"))
      document.add(redeemed.redemption, redeemed.reward, at: context.clock.now())
      document.field("anew", "of them anew", .coins(anew?.amount ?? 0))
      document.field("anew_until", "good until", anew.map { .timestamp($0.expires) } ?? .missing)
      document.field("replayed", "replayed", .boolean(redeemed.isReplay))
      document.field("dry_run", "dry run", .boolean(isDryRun))
      try context.terminal.emit(document)
      if redeemed.isReplay {
        context.terminal.note("It was cancelled before; nothing moved now.")
      } else if isDryRun {
        context.terminal.note("Nothing was changed.")
      } else {
        context.terminal.note("Next: `qix wallet show \(redeemed.redemption.user)`.")
      }
    }
  }
}
