internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// `qix campaign fund`
struct FundCampaign: Command {
  static let declaration = Declaration(
    "fund", "Put new coins into a campaign's budget.", roles: [.operator],
    discussion: """
      A campaign can't give more than was put into it. If new coins need four-eyes approval (coins.approval-above), it \
      asks for one, as `qix budget fund` does. After the approval, run the same command again.
      """,
    examples: [Example("qix campaign fund harvest --amount 50000 --idempotency-key harvest-1", "50,000 coins, once")],
    answer: """
      campaign.fund/1: campaign text, id id, state text, transfer? id, amount? coins, available? coins, replayed?
      boolean, approval? id
      """,
    effect: .changes, grants: true)

  private let campaign = CampaignNamed()
  @Option("amount", .coins, "How many new coins") private var amount: Int64
  @Option(
    "idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let keys = ReservedKeys(context.registry)
    let (campaign, admitted, balance) = try context.change("campaigns.fund") { connection, change in
      let campaign = try CampaignStore(connection).require(self.campaign.reference)
      var operation = Operation.fund(amount, to: .budget(campaign.budget))
      operation.key = key
      try keys.check(key, in: connection)
      operation.reason = context.invocation.reason
      guard campaign.state != .ended else {
        throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .fund)
      }
      let admitted = try ledger.post(operation, isDryRun: context.isDryRun, in: connection)
      change.subject = "\(campaign.name): \(amount)"
      if case .waits(let request) = admitted { change.requests(request) }
      return (campaign, admitted, try ledger.balance(of: .budget(campaign.budget), in: connection))
    }
    var document = campaign.document("campaign.fund/1")
    switch admitted {
    case .done(let outcome): answer(campaign, outcome, balance, &document, in: context)
    case .waits(let request):
      document.primary = "\(request.approval.id)"
      document.field("approval", .identifier(request.approval.id))
      document.failure = request.error
    }
    return document
  }

  private func answer(
    _ campaign: Campaign, _ outcome: Outcome, _ balance: Balance, _ document: inout Document, in context: Context
  ) {
    // A dry run's transfer names nothing.
    if !context.isDryRun || outcome.isReplay {
      document.primary = "\(outcome.transfer)"
      document.field("transfer", .identifier(outcome.transfer))
    }
    document.field("amount", .coins(outcome.amount))
    document.field("available", .coins(balance.available))
    document.field("replayed", .boolean(outcome.isReplay))
    if outcome.isReplay {
      document.note("The key was used before. This is the first result; nothing moved now.")
    } else if let remedy = campaign.remedyForPeriod(at: context.clock.now()) {
      if !context.isDryRun { document.warn("\(remedy)") }
    } else if campaign.state == .draft {
      document.next("`qix campaign start \(campaign.name)`")
    }
  }
}
