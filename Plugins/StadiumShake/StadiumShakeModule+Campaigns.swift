package import CampaignsContract
internal import QixShake

extension StadiumShakeModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("event", "stadiumshake_events")] }
}
