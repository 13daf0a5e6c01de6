package import CampaignsContract
internal import QixShake

extension ScanShakeModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("product", "scanshake_products")] }
}
