internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign fund`
struct FundCampaign: OldCommand {
  private static let amount = OldOption("amount", .coins, "How many new coins", isRequired: true)
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first result")

  static let declaration = Declaration(
    "fund", "Put new coins into a campaign's budget.", roles: [.operator],
    discussion: """
      A campaign can't give more than was put into it. Where a second person has to approve new coins \
      (coins.approval-above), it asks for that as `qix budget fund` does, and the same command goes through afterwards.
      """,
    parameters: [CampaignOf.name, amount, key],
    examples: [Example("qix campaign fund harvest --amount 50000 --idempotency-key harvest-1", "50,000 coins, once")],
    effect: .changes)

  private let reference: String
  private let amount: Int64
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    amount = try arguments.require(Self.amount)
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let actor = context.database.actor
    let keys = ReservedKeys(context.registry)
    let (campaign, admitted, balance) = try context.database.write(
      Change("campaigns.fund", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let campaign = try CampaignStore(connection).require(reference)
      var operation = Operation.fund(amount, to: .budget(campaign.budget))
      operation.key = key
      try keys.check(key, in: connection)
      operation.reason = reason
      guard campaign.state != .ended else {
        throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .fund)
      }
      let admitted = try ledger.post(operation, by: actor, isDryRun: isDryRun, in: connection)
      change.subject = "\(campaign.name): \(amount)"
      if case .waits(let request) = admitted {
        change.action = "coins.request-approval"
        change.subject = "\(request.id): \(request.operation)"
      }
      return (campaign, admitted, try ledger.balance(of: .budget(campaign.budget), in: connection))
    }
    switch admitted {
    case .done(let outcome): try answer(campaign, outcome, balance, at: context.clock.now(), in: context.terminal)
    case .waits(let request):
      var document = CampaignOf.document("campaign.fund/1", campaign)
      document.primary = request.id
      document.field("approval", "approval", .identifier(request.id))
      try context.terminal.emit(document)
      throw request.error
    }
  }

  private func answer(
    _ campaign: Campaign, _ outcome: Outcome, _ balance: Balance, at now: Timestamp, in terminal: Terminal
  ) throws {
    var document = CampaignOf.document("campaign.fund/1", campaign)
    if !isDryRun || outcome.isReplay {
      document.primary = "\(outcome.transfer)"
      document.field("transfer", "transfer", .identifier("\(outcome.transfer)"))
    }
    document.field("amount", "amount", .coins(outcome.amount))
    document.field("available", "available", .coins(balance.available))
    document.field("replayed", "replayed", .boolean(outcome.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if outcome.isReplay {
      terminal.note("The key was used before: this is the result of that time, and nothing moved now.")
    } else if isDryRun {
      terminal.note("Nothing was changed.")
    } else if let over = CampaignOf.movesItsEnd(campaign, at: now) {
      terminal.warn(over)
    } else if campaign.state == .draft {
      terminal.note("Next: `qix campaign start \(campaign.name)`.")
    }
  }
}
