internal import CoinsContract
internal import QixModule

/// `qix reward cancel`
struct CancelRedemption: Command {
  static let declaration = Declaration(
    "cancel", "Cancel a held redemption: the user gets the coins back, the shelf the items.", roles: [.operator],
    discussion: """
      Coins that expired during the hold are reissued; the setting rewards.refund-grace says for how long. Repeating \
      the command changes nothing. --reason is required.
      """,
    examples: [
      Example(
        "rdm=$(qix redemption list --state held --quiet | head -n 1) && qix reward cancel \"$rdm\" --reason 'broken on the shelf'",
        "nobody pays")
    ],
    answer: """
      reward.cancel/1: redemption id?, reward text, user id, state text, quantity integer, price coins?, coins coins,
      copayment text?, held_until time?, anew coins, anew_until time?, replayed boolean
      """ | .approval, effect: .changes)

  private let redemption = RedemptionNamed()

  func run(in context: Context) throws -> Document {
    let (id, reason) = (redemption.id, try context.requireReason())
    let service = try RedemptionService(context, vouchers: false)
    let outcome = try context.change("rewards.cancel", subject: "\(id)") { connection, change in
      let outcome = try service.cancel(id, reason: reason, isDryRun: context.isDryRun, in: connection)
      if case .waits(let request) = outcome { change.requests(request) }
      return outcome
    }
    switch outcome {
    case .waits(let request): return Document(request)
    case .done((let redeemed, let anew)):
      var document = Document("reward.cancel/1", redeemed, isReal: true, at: context.clock.now())
      document.field("anew", "reissued", .coins(anew?.amount ?? 0))
      document.field("anew_until", "good until", .timestamp(anew?.expires))
      document.field("replayed", .boolean(redeemed.isReplay))
      if redeemed.isReplay {
        document.note("It was cancelled before. Nothing moved now.")
      } else {
        document.next("`qix wallet show \(redeemed.redemption.user)`")
      }
      return document
    }
  }
}
