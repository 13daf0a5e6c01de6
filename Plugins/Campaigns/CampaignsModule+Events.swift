internal import CampaignsContract
package import QixModule
internal import QixShake

/// What becomes of campaigns.
extension CampaignsModule: EventSource {
  package static let eventTypes = [
    EventType("campaign.running", "A campaign was started or resumed.", members),
    EventType("campaign.paused", "A campaign was paused.", members),
    EventType("campaign.ended", "A campaign was ended before its period was over.", members),
  ]

  private static let members = "campaign id, name text, brand text, title text"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let campaign = try CampaignStore(connection).find("\(CampaignID(high: event.high, low: event.low))") else {
      return nil
    }
    return EventDetails([
      CellMember("campaign", .identifier(campaign.id)), CellMember("name", .text(campaign.name)),
      CellMember("brand", .text(campaign.brand)), CellMember("title", .text(campaign.title)),
    ])
  }
}
