package import CampaignsContract
internal import QixModule

extension ScanShakeModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("product", "scanshake_products")] }
}
