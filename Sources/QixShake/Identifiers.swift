/// Marks a campaign's identifier: `cmp_…`.
package enum CampaignTag: IdentifierTag {
  package static let prefix = "cmp"
  package static let place: String? = "campaigns_campaigns.campaign"
}

package typealias CampaignID = Identifier<CampaignTag>

/// Marks a shake's identifier: `shk_…`.
package enum ShakeTag: IdentifierTag {
  package static let prefix = "shk"
  package static let place: String? = "shakes_shakes.id"
}

package typealias ShakeID = Identifier<ShakeTag>
