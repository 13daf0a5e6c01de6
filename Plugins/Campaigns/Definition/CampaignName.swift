internal import QixDefinitions
internal import QixShake

/// Names of campaigns and segments.
enum CampaignName {
  static let most = ItemName.most
  static let remedy = ItemName.remedy(prefix: CampaignTag.prefix)

  /// Whether it is made as names are, and can't be taken for an id.
  static func isWellFormed(_ name: String) -> Bool { ItemName.isWellFormed(name, prefix: CampaignTag.prefix) }
}
