internal import CampaignsContract
internal import QixShake

/// Campaigns and segments as other modules see them.
struct Directory: CampaignDirectory {
  func find(_ reference: String, in connection: Connection) throws -> Campaign? {
    try CampaignStore(connection).find(reference)
  }

  func running(in connection: Connection) throws -> [Campaign] { try CampaignStore(connection).running() }

  func gifts(in connection: Connection) throws -> [Award.Gift] {
    try CampaignStore(connection).list(CampaignStore.Filter(), limit: .max).flatMap(\.award.gifts)
  }

  func version(in connection: Connection) throws -> Int64 { try CampaignStore.version(in: connection) }

  func isMember(_ user: UserID, of segment: String, in connection: Connection) throws -> Bool {
    let store = SegmentStore(connection)
    guard let segment = try store.find(segment) else { return false }
    return try store.isMember(user, of: segment)
  }
}
