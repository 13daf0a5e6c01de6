package import CampaignsContract
internal import QixModule

extension ReferralsModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] {
    [CampaignColumn("referral programme", "referrals_programmes")]
  }
}
