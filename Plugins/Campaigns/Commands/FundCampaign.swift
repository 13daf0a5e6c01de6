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
    answer: AnswerShape("campaign.fund/1", Page.fields), effect: .changes, grants: true)

  private let campaign = CampaignNamed()
  @Option("amount", .coins, "How many new coins") private var amount: Int64
  @Option(
    "idempotency-key", .key, "Run only once: the same key again returns the first result")
  private var key: String?

  private struct Page {
    let campaign: Campaign
    let admitted: Admitted<Outcome>
    let balance: Balance
    let isDryRun: Bool

    /// Nil while it waits for an approval.
    var outcome: Outcome? { if case .done(let outcome) = admitted { outcome } else { nil } }
    /// A dry run's transfer names nothing.
    var transfer: TransferID? { outcome.flatMap { !isDryRun || $0.isReplay ? $0.transfer : nil } }
    var request: ApprovalRequest? { if case .waits(let request) = admitted { request } else { nil } }

    static let fields: [Field<Page>] =
      Campaign.head.of { $0.campaign } + [
        Field(optional: "transfer", .id) { $0.transfer },
        Field(optional: "amount", .coins) { $0.outcome?.amount },
        Field(optional: "available", .coins) { $0.outcome == nil ? nil : $0.balance.available },
        Field(optional: "replayed", .boolean) { $0.outcome?.isReplay },
        Field(optional: "approval", .id) { $0.request?.approval.id },
      ]
  }

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let keys = ReservedKeys(context.registry)
    let page = try context.change("campaigns.fund") { connection, change in
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
      return Page(
        campaign: campaign, admitted: admitted,
        balance: try ledger.balance(of: .budget(campaign.budget), in: connection), isDryRun: context.isDryRun)
    }
    let campaign = page.campaign
    var document = Document("campaign.fund/1", Page.fields, of: page)
    document.primary =
      page.transfer.map { "\($0)" } ?? page.request.map { "\($0.approval.id)" } ?? campaign.name
    document.failure = page.request?.error
    guard let outcome = page.outcome else { return document }
    if outcome.isReplay {
      document.note("The key was used before. This is the first result; nothing moved now.")
    } else if let remedy = campaign.remedyForPeriod(at: context.clock.now()) {
      if !context.isDryRun { document.warn("\(remedy)") }
    } else if campaign.state == .draft {
      document.next("`qix campaign start \(campaign.name)`")
    }
    return document
  }
}
