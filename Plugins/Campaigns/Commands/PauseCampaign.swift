internal import CampaignsContract
internal import QixModule

/// `qix campaign pause`
struct PauseCampaign: Command {
  static let declaration = Declaration(
    "pause", "Pause a campaign: it takes no shakes until it is started again.", roles: [.operator],
    discussion: """
      Users keep what they have won. `qix campaign start` resumes it. The period does not stop during the pause.
      """,
    examples: [Example("qix campaign pause harvest", "until it is started again")],
    answer: AnswerShape("campaign.pause/1", fields), effect: .changes)

  private static let fields: [Field<Campaign>] = Campaign.head + [Field("end", .time) { $0.end }]

  private let campaign = CampaignNamed()

  func run(in context: Context) throws -> Document {
    let campaign = try context.change("campaigns.pause") { connection, change in
      let store = CampaignStore(connection)
      var campaign = try store.require(self.campaign.reference)
      guard campaign.state == .running else {
        throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .pause)
      }
      campaign.state = .paused
      try store.update(campaign, at: context.clock.now())
      change.subject = "\(campaign.name): running to paused"
      return campaign
    }
    var document = Document("campaign.pause/1", Self.fields, of: campaign)
    document.primary = campaign.name
    document.next("`qix campaign start \(campaign.name)` resumes it")
    return document
  }
}
