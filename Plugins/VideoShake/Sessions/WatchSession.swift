internal import QixShake

/// One viewing of a video by one user.
struct WatchSession: Sendable, Equatable {
  enum State: Int64, Sendable {
    case open = 1
    /// Accepted.
    case finished
    /// Another session of the user has begun, or the user was merged into another or erased.
    case ended
  }

  let id: VideoSessionID
  let user: UserID
  let campaign: CampaignID
  /// The video's number.
  let video: Int64
  /// Milliseconds.
  let length: Int64
  var state: State
  let started: Timestamp
  let until: Timestamp
  /// The greatest time at which it was heard of.
  var latest: Timestamp
  /// Of the last heartbeat; 0 for the start.
  var sequence: Int64
  /// When that was, exactly; `watch` has milliseconds.
  var heard: Timestamp
  var watch: Watch
  var asked: Timestamp?
  var answered: Timestamp?
  var isRight: Bool?
  /// When each was reached, from `firstQuartile` to `complete`.
  var quartiles: [Timestamp?]
  var finished: Timestamp?

  init(
    _ id: VideoSessionID, of user: UserID, in campaign: CampaignID, _ video: Video, at: Timestamp, until: Timestamp,
    rules: WatchRules
  ) {
    (self.id, self.user, self.campaign) = (id, user, campaign)
    (self.video, length) = (video.number, video.length)
    state = .open
    (started, latest, heard) = (at, at, at)
    self.until = until
    sequence = 0
    watch = Watch(from: PlayerState(at: at.microseconds / 1_000, position: 0), rules: rules)
    quartiles = [nil, nil, nil, nil]
  }

  func isOver(at time: Timestamp) -> Bool { max(latest, time) >= until }

  /// Takes a heartbeat in.
  mutating func hear(_ player: PlayerState, sequence: Int64, at time: Timestamp, _ rules: WatchRules) {
    watch.advance(to: player, rules)
    self.sequence = sequence
    heard = time
    latest = max(latest, time)
    let reached = Quartile(watched: watch.watched.total, of: length)
    for index in quartiles.indices where Int64(index) < reached.rawValue && quartiles[index] == nil {
      quartiles[index] = time
    }
  }

  /// Of the video, 0 to 1.
  var coverage: Double { Double(watch.watched.total) / Double(length) }

  var quartile: Quartile { Quartile(rawValue: Int64(quartiles.prefix { $0 != nil }.count)) ?? .start }
}
