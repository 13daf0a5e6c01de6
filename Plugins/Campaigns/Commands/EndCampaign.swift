internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign end`
struct EndCampaign: OldCommand {
  private static let returnBudget = OldFlag(
    "return-budget", "Take what is left in the budget back to where it came from; also of one that has ended")
  private static let confirm = OldOption(
    "confirm", .text, placeholder: "NAME", "The campaign's name, in place of typing it")

  static let declaration = Declaration(
    "end", "End a campaign for good.", roles: [.operator],
    discussion: """
      Asks for the campaign's name, unless --confirm or --yes answers. What was won stays won. What is left in the budget \
      stays there until --return-budget reverses its fundings, the latest first; coins that are reserved for shakes \
      under way stay until those are decided.
      """,
    parameters: [CampaignOf.name, returnBudget, confirm],
    examples: [
      Example("qix campaign end harvest --confirm harvest", "and leave its budget as it is"),
      Example("qix campaign end harvest --confirm harvest --return-budget", "and take back what is left"),
    ], effect: .changes)

  private let reference: String
  private let returnsBudget: Bool
  private let confirmed: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    returnsBudget = arguments[Self.returnBudget]
    confirmed = arguments[Self.confirm]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let (found, fundings) = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(reference)
      return (campaign, returnsBudget ? try ledger.fundings(of: campaign.budget, in: connection) : [])
    }
    try refuseIfOver(found)
    if !isDryRun, !context.terminal.globals.assumeYes, found.state != .ended {
      try context.terminal.confirmByTyping(found.name, given: confirmed)
    }
    let now = context.clock.now()
    let (campaign, returned, balance) = try context.database.write(
      Change("campaigns.end", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let store = CampaignStore(connection)
      var campaign = try store.require(reference)
      try refuseIfOver(campaign)
      let before = campaign.state
      if before != .ended {
        campaign.state = .ended
        try store.update(campaign, at: now)
      }
      let returned = try giveBack(fundings, of: campaign, ledger, in: connection)
      let balance = try ledger.balance(of: .budget(campaign.budget), in: connection)
      change.subject = "\(campaign.name): \(before.name) to ended, \(returned) coins returned, \(balance.posted) left"
      return (campaign, returned, balance)
    }
    try answer(campaign, returned, balance, in: context.terminal)
  }

  private func refuseIfOver(_ campaign: Campaign) throws {
    guard campaign.state != .ended || returnsBudget else {
      throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .end)
    }
  }

  /// Reverses fundings as far as there is anything left.
  /// - Returns: coins.
  private func giveBack(
    _ fundings: [(transfer: TransferID, left: Int64)], of campaign: Campaign, _ ledger: any CoinLedger,
    in connection: Connection
  ) throws -> Int64 {
    guard returnsBudget else { return 0 }
    let available = try ledger.balance(of: .budget(campaign.budget), in: connection).available
    var rest = available
    var operations: [Operation] = []
    for funding in fundings where rest > 0 {
      let amount = min(funding.left, rest)
      var operation = Operation.reverse(funding.transfer, amount: amount)
      operation.reason = reason ?? "left over from the campaign \(campaign.name)"
      operations.append(operation)
      rest -= amount
    }
    if !operations.isEmpty { _ = try ledger.post(operations, in: connection) }
    return available - rest
  }

  private func answer(_ campaign: Campaign, _ returned: Int64, _ balance: Balance, in terminal: Terminal) throws {
    var document = CampaignOf.document("campaign.end/1", campaign)
    document.field("returned", "returned", .coins(returned))
    document.field("left", "left in the budget", .coins(balance.available))
    document.field("held", "held", .coins(balance.held))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if isDryRun {
      terminal.note("Nothing was changed.")
    } else if balance.available > 0 {
      terminal.note(
        "\(balance.available) coins are left; `qix campaign end \(campaign.name) --return-budget` takes them back.")
    } else if balance.held > 0 {
      terminal.note("\(balance.held) coins are reserved for shakes under way; take back what is free of them later.")
    }
  }
}
