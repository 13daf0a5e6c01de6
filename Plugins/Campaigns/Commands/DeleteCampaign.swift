internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// `qix campaign delete`
struct DeleteCampaign: Command {
  static let declaration = Declaration(
    "delete", "Delete a campaign that was never started.", roles: [.operator],
    discussion: """
      Only a draft can be deleted. A campaign that has begun can only be ended; it stays on record. The budget must be \
      empty, and no product, badge or the like may use the campaign. The audit log keeps a record of the deletion.

      Asks for the campaign's name, unless --confirm or --yes is given.
      """,
    examples: [Example("qix campaign delete autumn --confirm autumn", "for good")],
    answer: AnswerShape("campaign.delete/1", Campaign.named), effect: .changes)

  private let campaign = CampaignNamed()
  private let confirm = ConfirmOption("The campaign's name, instead of typing it when asked")

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    var columns: [CampaignColumn] = []
    for case let module as any CampaignNaming.Type in context.registry.modules { columns += module.campaignColumns }
    let asked = columns
    let found = try context.database.read { try Self.deletable(campaign.reference, ledger, asked, in: $0) }
    try confirm.require(found.name, in: context)
    let deleted = try context.change("campaigns.delete") { connection, change in
      let campaign = try Self.deletable(self.campaign.reference, ledger, asked, in: connection)
      try CampaignStore(connection).delete(campaign)
      change.subject = "\(campaign.name) \(campaign.id): of \(campaign.brand), \(campaign.start) to \(campaign.end)"
      return campaign
    }
    var document = Document("campaign.delete/1", Campaign.named, of: deleted)
    document.primary = deleted.name
    if !context.isDryRun {
      document.note(
        "Deleted. The empty budget '\(deleted.budget)' stays. A new campaign with the same name gets it.")
    }
    return document
  }

  private static func deletable(
    _ reference: String, _ ledger: any CoinLedger, _ columns: [CampaignColumn], in connection: Connection
  ) throws -> Campaign {
    let campaign = try CampaignStore(connection).require(reference)
    guard campaign.state == .draft else {
      throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .delete)
    }
    let coins = try ledger.balance(of: .budget(campaign.budget), in: connection).posted
    guard coins == 0 else {
      throw Failure(
        "campaigns.funded", .refused,
        "the campaign '\(campaign.name)' can't be deleted: \(coins.counted("coin is", "coins are")) in its budget",
        hint:
          "See the fundings with `qix budget show campaign-\(campaign.name)`. "
          + "Take each funding back with `qix coins reverse TRANSFER`. "
          + "You can also end the campaign with `qix campaign end \(campaign.name) --return-budget`.")
    }
    for column in columns {
      let count =
        try connection.fetchOne(
          "SELECT count(*) FROM \(sql: column.table) WHERE \(sql: column.column) = \(campaign.id)") ?? 0
      guard count == 0 else {
        throw Failure(
          "campaigns.named", .refused,
          "the campaign '\(campaign.name)' can't be deleted: it is used by \(count.counted(column.row))",
          hint: "Remove them first, or give them another campaign.")
      }
    }
    return campaign
  }
}
