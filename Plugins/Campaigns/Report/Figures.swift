internal import CampaignsContract
internal import QixModule

/// What came of campaigns, by the hours that the module which runs shakes has counted.
struct Figures: CampaignFigures {
  /// Nil where nothing runs shakes.
  let activity: (any CampaignActivity)?

  func figures(
    since: Timestamp, until: Timestamp, brand: String?, in connection: Connection
  ) throws -> [CampaignFigure] {
    guard let activity else { return [] }
    var figures: [CampaignFigure] = []
    for campaign in try CampaignStore(connection).list(CampaignStore.Filter(brand: brand), limit: .max) {
      let hours = try activity.summary(of: campaign.id, in: connection).hours
        .filter { $0.start >= since && $0.start < until }
      guard !hours.isEmpty else { continue }
      func sum(_ value: ((start: Timestamp, shakes: Int64, won: Int64, coins: Int64)) -> Int64) -> Int64 {
        hours.reduce(0) { $0 + value($1) }
      }
      figures.append(
        CampaignFigure(
          campaign: campaign.name, brand: campaign.brand, state: campaign.state.name, shakes: sum { $0.shakes },
          won: sum { $0.won }, coins: sum { $0.coins }))
    }
    return figures.sorted { ($1.coins, $0.campaign) < ($0.coins, $1.campaign) }
  }

  func brands(in connection: Connection) throws -> [String] {
    try connection.fetchAll("SELECT DISTINCT brand FROM campaigns_campaigns ORDER BY brand")
  }
}
