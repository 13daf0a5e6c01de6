package import CampaignsContract
internal import QixModule

extension StadiumShakeModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("event", "stadiumshake_events")] }
}
