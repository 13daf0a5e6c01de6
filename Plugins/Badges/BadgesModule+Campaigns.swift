package import CampaignsContract
internal import QixModule

extension BadgesModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("badge", "badges_badges")] }
}
