package import QixModule

extension CampaignsModule: DataChecking {
  /// Reads what every campaign is, those that have ended too.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let count = try database.read { try CampaignStore($0).list(CampaignStore.Filter(), limit: .max).count }
    return [.ok("campaigns", "\(count.counted("campaign")), all readable")]
  }
}
