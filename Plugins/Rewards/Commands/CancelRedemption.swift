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
    answer: AnswerShape("reward.cancel/1", fields) | .approval, effect: .changes)

  private static let fields: [Field<(page: RedemptionPage, anew: NewLife?)>] =
    RedemptionPage.fields.of { $0.page }
    + [
      Field("anew", .coins, "reissued") { $0.anew?.amount ?? 0 },
      Field("anew_until", .time, "good until") { $0.anew?.expires },
      Field("replayed", .boolean) { $0.page.isReplay },
    ]

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
      let page = RedemptionPage(redeemed, at: context.clock.now())
      var document = Document("reward.cancel/1", Self.fields, of: (page: page, anew: anew))
      document.primary = page.primary
      if redeemed.isReplay {
        document.note("It was cancelled before. Nothing moved now.")
      } else {
        document.next("`qix wallet show \(redeemed.redemption.user)`")
      }
      return document
    }
  }
}
