internal import CampaignsContract
package import QixModule

/// Brands' campaigns: who may take part, by which shakes, and what can be won.
package enum CampaignsModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "campaigns"
  package static let summary = "Campaigns of brands: their audience, their shakes and their prizes."
  package static let requires = ["identity", "coins"]

  package static let migrations = [
    Migration("v1_create_campaigns", sql: PackageResources.v1_create_campaigns_sql),
    Migration("v2_delete_drafts", sql: PackageResources.v2_delete_drafts_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "campaign", "Create, fund, run and inspect campaigns.",
          [
            .command(CreateCampaign.self), .command(CopyCampaign.self), .command(ShowCampaign.self),
            .command(ListCampaigns.self),
            .command(FundCampaign.self), .command(StartCampaign.self), .command(PauseCampaign.self),
            .command(EndCampaign.self), .command(DeleteCampaign.self), .command(ScheduleCampaign.self),
            .command(CampaignRules.self),
            .command(SimulateCampaign.self), .command(ReportCampaign.self),
          ])),
      .group(
        CommandGroup(
          "segment", "Define which users a campaign is for.",
          [
            .command(CreateSegment.self), .command(ImportSegment.self), .command(ListSegments.self),
            .command(ShowSegment.self), .command(RemoveSegment.self),
          ])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Campaigns.directory) { _ in Directory() }
    services.register(Campaigns.figures) { Figures(activity: try $0.service(ifProvided: Campaigns.activity)) }
  }
}
