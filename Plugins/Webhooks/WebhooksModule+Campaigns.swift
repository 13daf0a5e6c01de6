package import CampaignsContract
internal import QixModule

extension WebhooksModule: CampaignNaming {
  package static var campaignColumns: [CampaignColumn] { [CampaignColumn("webhook", "webhooks_webhooks")] }
}
