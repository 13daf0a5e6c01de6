internal import CampaignsContract
package import QixModule
internal import QixShake

/// What becomes of campaigns.
extension CampaignsModule: EventSource {
  package static let eventTypes = [
    EventType("campaign.running", "A campaign was started or resumed.", told),
    EventType("campaign.paused", "A campaign was paused.", told),
    EventType("campaign.ended", "A campaign was ended before its period was over.", told),
  ]

  /// Types of the events after which a campaign's figures may be others.
  static let tellingFigures: Set<String> = [
    "budget.funded", "campaign.ended", "campaign.paused", "campaign.running", "shake.nothing", "shake.refused",
    "shake.settled", "shake.waits", "shake.won",
  ]

  private static let told: [Field<Campaign>] =
    [
      Field("campaign", .id) { $0.id },
      Field("name", .text) { $0.name },
    ] + Campaign.names

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try CampaignStore(connection).find("\(CampaignID(high: event.high, low: event.low))").map {
      EventDetails(told, of: $0)
    }
  }
}
