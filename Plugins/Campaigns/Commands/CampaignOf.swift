internal import CampaignsContract
internal import QixCalendar
internal import QixKernel
internal import QixTerminal

/// What the commands for one campaign have in common.
enum CampaignOf {
  static let name = OldPositional("campaign", .text, "Its name, or cmp_…")

  /// The fields that every answer about one campaign begins with.
  static func document(_ schema: String, _ campaign: Campaign) -> Document {
    var document = Document(schema)
    document.primary = campaign.name
    document.field("campaign", "campaign", .text(campaign.name))
    document.field("id", "id", .identifier("\(campaign.id)"))
    document.field("state", "state", .text(campaign.state.name))
    return document
  }

  /// What to do next about a campaign whose period is over before it has begun; nil where it isn't.
  static func movesItsEnd(_ campaign: Campaign, at now: Timestamp) -> String? {
    guard campaign.state == .draft, campaign.end <= now else { return nil }
    return "its period was over at \(campaign.end); `qix campaign schedule \(campaign.name) --end TIME` moves it."
  }
}
