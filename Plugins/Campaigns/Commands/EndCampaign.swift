internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// `qix campaign end`
struct EndCampaign: Command {
  static let declaration = Declaration(
    "end", "End a campaign for good.", roles: [.operator],
    discussion: """
      Asks for the campaign's name, unless --confirm or --yes is given. Users keep what they have won. Coins left in \
      the budget stay there until --return-budget reverses its fundings, the latest first. Coins reserved for \
      undecided shakes stay until those are decided.
      """,
    examples: [
      Example("qix campaign end harvest --confirm harvest", "keeps the budget as it is"),
      Example("qix campaign end harvest --confirm harvest --return-budget", "takes back what is left"),
    ],
    answer: AnswerShape("campaign.end/1", fields), effect: .changes)

  private static let fields: [Field<(campaign: Campaign, returned: Int64, balance: Balance)>] =
    Campaign.head.of { $0.campaign } + [
      Field("returned", .coins) { $0.returned },
      Field("left", .coins, "left in the budget") { $0.balance.available },
      Field("held", .coins) { $0.balance.held },
    ]

  private let campaign = CampaignNamed()
  @Flag("return-budget", "Return the coins left in the budget to their source; also works after the end")
  private var returnsBudget: Bool
  private let confirm = ConfirmOption("The campaign's name, instead of typing it when asked")

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let (found, fundings) = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(self.campaign.reference)
      return (campaign, returnsBudget ? try ledger.fundings(of: campaign.budget, in: connection) : [])
    }
    try refuseIfOver(found)
    if found.state != .ended { try confirm.require(found.name, in: context) }
    let now = context.clock.now()
    let (campaign, returned, balance) = try context.change("campaigns.end") { connection, change in
      let store = CampaignStore(connection)
      var campaign = try store.require(self.campaign.reference)
      try refuseIfOver(campaign)
      let before = campaign.state
      if before != .ended {
        campaign.state = .ended
        try store.update(campaign, at: now)
      }
      let returned = try refund(fundings, of: campaign, ledger, context, in: connection)
      let balance = try ledger.balance(of: .budget(campaign.budget), in: connection)
      change.subject = "\(campaign.name): \(before.name) to ended, \(returned) coins returned, \(balance.posted) left"
      return (campaign, returned, balance)
    }
    var document = Document(
      "campaign.end/1", Self.fields, of: (campaign: campaign, returned: returned, balance: balance))
    document.primary = campaign.name
    guard !context.isDryRun else { return document }
    if balance.available > 0 {
      document.note(
        "\(balance.available) coins are left. Take them back with `qix campaign end \(campaign.name) --return-budget`.")
    } else if balance.held > 0 {
      document.note("\(balance.held) coins are reserved for undecided shakes. Take back what becomes free later.")
    }
    return document
  }

  private func refuseIfOver(_ campaign: Campaign) throws {
    guard campaign.state != .ended || returnsBudget else {
      throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .end)
    }
  }

  /// Reverses fundings as far as there is anything left.
  /// - Returns: coins.
  private func refund(
    _ fundings: [(transfer: TransferID, left: Int64)], of campaign: Campaign, _ ledger: any CoinLedger,
    _ context: Context, in connection: Connection
  ) throws -> Int64 {
    guard returnsBudget else { return 0 }
    let available = try ledger.balance(of: .budget(campaign.budget), in: connection).available
    var rest = available
    var operations: [Operation] = []
    for funding in fundings where rest > 0 {
      let amount = min(funding.left, rest)
      var operation = Operation.reverse(funding.transfer, amount: amount)
      operation.reason = context.invocation.reason ?? "left over from the campaign \(campaign.name)"
      operations.append(operation)
      rest -= amount
    }
    if !operations.isEmpty { _ = try ledger.post(operations, in: connection) }
    return available - rest
  }
}
