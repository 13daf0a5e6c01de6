/// A campaign's rules for watching. Times are milliseconds.
struct WatchRules: Sendable, Equatable {
  /// Of the video, 1 or more and below 2³².
  var length: Int64
  /// The share of it that must be watched, above 0, at most 1.
  var coverage = 0.9
  /// Playback rates, in thousandths: 1,000 is as fast as it was made.
  var rates: ClosedRange<Int64> = 500...2_000
  /// How long a player may be hidden, all in all, with what is watched meanwhile still counting.
  var hidden: Int64 = 5_000
  var allowsMuted = true
  /// Between two heartbeats.
  var interval: Int64 = 5_000
  /// How much later than that a heartbeat may come, and how far a position may be ahead of the server's clock.
  var tolerance: Int64 = 5_000

  /// Two heartbeats further apart than this tell nothing of what was between them.
  var longestGap: Int64 { interval + tolerance }
  /// Heartbeats may not come closer than this.
  var shortestGap: Int64 { interval / 4 }
  /// How far positions may run ahead of the clock, once and not again at each heartbeat: networks delay one message and
  /// not the next.
  var slack: Int64 { min(tolerance, 1_000) }
  /// Milliseconds that have to be watched.
  var needed: Int64 { min(length, Int64((Double(length) * coverage).rounded(.up))) }
}

/// A player's account of itself at one moment of the server's clock.
struct PlayerState: Sendable, Equatable {
  /// When the server heard it, in milliseconds.
  var at: Int64
  var position: Int64
  var isVisible = true
  var isMuted = false
  /// In thousandths.
  var rate: Int64 = 1_000
}

/// Why what lies between two heartbeats doesn't count.
enum Loss: Int, Sendable, CaseIterable {
  /// The position ran further than the server's clock allows: a jump, or a client whose clock is too fast.
  case jump
  /// The player was hidden longer than is allowed.
  case hidden
  case muted
  /// A rate that the campaign doesn't allow.
  case rate
  /// The heartbeats were too far apart, or the server's clock went back between them.
  case gap

  var name: String {
    switch self {
    case .jump: "jumps"
    case .hidden: "hidden"
    case .muted: "muted"
    case .rate: "rate"
    case .gap: "gaps"
    }
  }
}

/// The part watched so far, and the state that the next heartbeat is compared with.
struct Watch: Sendable, Equatable {
  var last: PlayerState
  var watched = WatchedIntervals()
  /// How far the next position may be ahead of the clock: what is left of the slack.
  var credit: Int64
  /// How long the player was hidden, all in all.
  var hiddenFor: Int64 = 0
  /// How often something didn't count, by the cause.
  var losses: [Loss: Int64] = [:]

  init(from first: PlayerState, rules: WatchRules) {
    last = first
    credit = rules.slack
  }

  init(
    last: PlayerState, watched: WatchedIntervals, credit: Int64, hiddenFor: Int64, losses: [Loss: Int64]
  ) {
    self.last = last
    self.watched = watched
    self.credit = credit
    self.hiddenFor = hiddenFor
    self.losses = losses
  }

  /// Takes the next heartbeat in. Positions beyond the video's end count as its end.
  ///
  /// Whatever a client says, the milliseconds that count grow by no more than the greatest rate times the server's time
  /// between its heartbeats, and the slack once.
  /// - Returns: why nothing was counted; nil where it was, or there was nothing to count.
  @discardableResult
  mutating func advance(to next: PlayerState, _ rules: WatchRules) -> Loss? {
    var next = next
    next.position = max(0, min(next.position, rules.length))
    defer { last = next }
    let time = next.at - last.at
    let way = next.position - last.position
    let isHidden = !next.isVisible || !last.isVisible
    if isHidden, time > 0 { hiddenFor += time }
    let loss = loss(to: next, time: time, way: way, isHidden: isHidden, rules)
    guard loss == nil else {
      credit = min(credit, rules.slack)
      // A player that stands still loses nothing.
      if way > 0 { losses[loss ?? .gap, default: 0] += 1 }
      return way > 0 ? loss : nil
    }
    // What time has allowed and the player hasn't used is not saved up beyond the slack.
    credit = min(rules.slack, credit + allowed(time, to: next) - max(0, way))
    if way > 0 { watched.insert(last.position..<next.position) }
    return nil
  }

  /// How far a player may get in a time at the rate that it says, the greater one of both ends.
  private func allowed(_ time: Int64, to next: PlayerState) -> Int64 { time * max(last.rate, next.rate) / 1_000 }

  private func loss(
    to next: PlayerState, time: Int64, way: Int64, isHidden: Bool, _ rules: WatchRules
  ) -> Loss? {
    if time <= 0 || time > rules.longestGap { return .gap }
    if !rules.rates.contains(next.rate) || !rules.rates.contains(last.rate) { return .rate }
    if way > allowed(time, to: next) + credit { return .jump }
    if isHidden, hiddenFor > rules.hidden { return .hidden }
    if !rules.allowsMuted, next.isMuted || last.isMuted { return .muted }
    return nil
  }
}

/// How far through a video somebody has come, as the tracking events of VAST 4.x are named, by the share that was watched: seeking reaches
/// none of them.
enum Quartile: Int64, Sendable, CaseIterable {
  case start = 0
  case firstQuartile, midpoint, thirdQuartile, complete

  var name: String {
    switch self {
    case .start: "start"
    case .firstQuartile: "firstQuartile"
    case .midpoint: "midpoint"
    case .thirdQuartile: "thirdQuartile"
    case .complete: "complete"
    }
  }

  /// In percent of the length. The last heartbeat rarely falls on the last frame, so that 95 count as all.
  var percent: Int64 { self == .complete ? 95 : rawValue * 25 }

  /// The furthest one that so much of a video reaches.
  init(watched: Int64, of length: Int64) {
    self = Self.allCases.last { watched * 100 >= length * $0.percent } ?? .start
  }
}
