internal import CampaignsContract
package import QixShake

extension CampaignsModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ShowCampaign.self), search.id(CampaignID.self) != nil || !search.isID,
      let campaign = try context.database.read({ try CampaignStore($0).find(search.text) })
    else { return }
    search.add(
      "campaign", campaign.id, of: nil, "campaign \(campaign.name)", by: search.isID ? "id" : "name",
      state: "\(campaign.state)")
  }
}
