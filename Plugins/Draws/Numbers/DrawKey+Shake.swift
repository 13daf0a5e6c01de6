internal import QixShake

extension DrawKey {
  /// The number of a shake: of the campaign's sixteen bytes and the shake's.
  borrowing func number(below bound: UInt64, for shake: ShakeID, of campaign: CampaignID) -> UInt64 {
    let message = (campaign.high.bigEndian, campaign.low.bigEndian, shake.high.bigEndian, shake.low.bigEndian)
    return withUnsafeBytes(of: message) { number(below: bound, of: $0) }
  }
}
