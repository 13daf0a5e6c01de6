internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixDefinitions
internal import QixShake

/// A campaign as far as its description could be read: what is missing or wrong is nil, and a fault says so.
struct CampaignDraft: Sendable, Equatable {
  var name: String?
  var brand: String?
  var title: String?
  var texts: InLanguages<Words>?
  var picture: String?
  var start: Timestamp?
  var end: Timestamp?
  /// Nil where there is no such zone; times were read in UTC then.
  var timeZone: String?
  var types: [Campaign.ShakeUse] = []
  var audience = Campaign.Audience()
  var caps = Campaign.Caps()
  var pace = Campaign.Pace()
  var award: Award?
  var multiplier: String?
  var expires: Expiry?
  var drawWindow: Period?
  var priority: Int64 = 0

  /// The campaign; nil as long as anything is missing.
  func campaign(_ id: CampaignID, _ state: Campaign.State) -> Campaign? {
    guard let name, let brand, let title, let start, let end, let timeZone, let award else { return nil }
    return Campaign(
      id: id, name: name, brand: brand, title: title, texts: texts, picture: picture, state: state, start: start,
      end: end, timeZone: timeZone, types: types, audience: audience, caps: caps, pace: pace, award: award,
      expires: expires, drawWindow: drawWindow, priority: priority, multiplier: multiplier)
  }
}
