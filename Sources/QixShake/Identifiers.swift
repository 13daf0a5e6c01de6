/// Marks a campaign's identifier: `cmp_…`.
package enum CampaignTag: IdentifierTag {
  package static let prefix = "cmp"
}

package typealias CampaignID = Identifier<CampaignTag>

/// Marks a shake's identifier: `shk_…`.
package enum ShakeTag: IdentifierTag {
  package static let prefix = "shk"
}

package typealias ShakeID = Identifier<ShakeTag>
