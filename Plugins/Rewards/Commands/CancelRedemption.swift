internal import CoinsContract
internal import QixModule

/// `qix reward cancel`
struct CancelRedemption: Command {
  static let declaration = Declaration(
    "cancel", "Give back what is held: the user has their coins again, the shelf its pieces.", roles: [.operator],
    discussion: """
      Coins that have expired while they were held are reissued, good for the time that the setting \
      rewards.refund-grace says. Repeating it changes nothing. --reason has to be given.
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
      document.field("anew", "of them reissued", .coins(anew?.amount ?? 0))
      document.field("anew_until", "good until", .timestamp(anew?.expires))
      document.field("replayed", .boolean(redeemed.isReplay))
      if redeemed.isReplay {
        document.note("It was cancelled before; nothing moved now.")
      } else {
        document.next("`qix wallet show \(redeemed.redemption.user)`")
      }
      return document
    }
  }
}
