internal import QixShake

extension VideoShake {
  /// A campaign has one video.
  func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition {
    let isThere = try Video.find(terms.video, in: connection) != nil
    return Repetition(
      .oneOf(isThere ? 1 : 0), again: terms.isOnce ? .never : .always, units: .one,
      codes: Repetition.Codes(had: WatchRefusal.watchedAlready.code, nothing: WatchRefusal.videoGone.code))
  }
}
