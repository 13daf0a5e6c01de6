package import QixKernel
package import QixStorage

/// What came of one campaign in a time.
package struct CampaignFigure: Sendable, Equatable {
  package let campaign: String
  package let brand: String
  package let state: String
  package let shakes: Int64
  package let won: Int64
  package let coins: Int64

  package init(campaign: String, brand: String, state: String, shakes: Int64, won: Int64, coins: Int64) {
    (self.campaign, self.brand, self.state) = (campaign, brand, state)
    (self.shakes, self.won, self.coins) = (shakes, won, coins)
  }
}

/// What came of campaigns, for reports over more than these.
package protocol CampaignFigures: Sendable {
  /// Returns the campaigns that were shaken for in a time, the ones that gave most first. Counted are the hours that
  /// begin in it.
  /// - Parameters:
  ///   - since: with this moment.
  ///   - until: without this one.
  ///   - brand: nil for all.
  func figures(
    since: Timestamp, until: Timestamp, brand: String?, in connection: Connection
  ) throws -> [CampaignFigure]

  /// Returns the brands that any campaign is of.
  func brands(in connection: Connection) throws -> [String]
}

extension Campaigns {
  package static let figures = ServiceKey<any CampaignFigures>("campaigns.figures")
}
