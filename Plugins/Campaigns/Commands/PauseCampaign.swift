internal import CampaignsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign pause`
struct PauseCampaign: OldCommand {
  static let declaration = Declaration(
    "pause", "Take no shakes for a while.", roles: [.operator],
    discussion: "What was won stays won. `qix campaign start` lets it go on; its period goes by meanwhile.",
    parameters: [CampaignOf.name], examples: [Example("qix campaign pause harvest", "until it is started again")],
    effect: .changes)

  private let reference: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let campaign = try context.database.write(
      Change("campaigns.pause", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let store = CampaignStore(connection)
      var campaign = try store.require(reference)
      guard campaign.state == .running else {
        throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .pause)
      }
      campaign.state = .paused
      try store.update(campaign, at: now)
      change.subject = "\(campaign.name): running to paused"
      return campaign
    }
    var document = CampaignOf.document("campaign.pause/1", campaign)
    document.field("end", "end", .timestamp(campaign.end))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: `qix campaign start \(campaign.name)` lets it go on.")
  }
}
