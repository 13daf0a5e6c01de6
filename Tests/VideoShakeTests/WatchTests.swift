import QixTesting
import Testing

@testable import VideoShake

/// The arithmetic of watching, without a database.
@Suite struct WatchTests {
  private let rules = WatchRules(length: 120_000)

  private func watch(_ players: [PlayerState], _ rules: WatchRules? = nil) -> Watch {
    var watch = Watch(from: players[0], rules: rules ?? self.rules)
    for player in players.dropFirst() { watch.advance(to: player, rules ?? self.rules) }
    return watch
  }

  @Test func whoPlaysOnHasWatchedAll() {
    let watch = watch(stride(from: Int64(0), through: 120_000, by: 5_000).map { PlayerState(at: $0, position: $0) })
    #expect(watch.watched.ranges == [0..<120_000])
    #expect(watch.losses.isEmpty)
  }

  @Test func whatDoesntCount() {
    func loss(_ first: PlayerState, _ second: PlayerState, _ rules: WatchRules? = nil) -> Loss? {
      var watch = Watch(from: first, rules: rules ?? self.rules)
      let loss = watch.advance(to: second, rules ?? self.rules)
      #expect(watch.watched.total == (loss == nil ? max(0, second.position - first.position) : 0))
      return loss
    }
    let start = PlayerState(at: 0, position: 10_000)
    #expect(loss(start, PlayerState(at: 5_000, position: 15_000)) == nil)
    #expect(loss(start, PlayerState(at: 5_000, position: 16_001)) == .jump)
    // Nothing counts backwards, and nothing is lost.
    #expect(loss(start, PlayerState(at: 5_000, position: 1_000)) == nil)
    #expect(loss(start, PlayerState(at: 10_001, position: 15_000)) == .gap)
    #expect(loss(start, PlayerState(at: -5_000, position: 15_000)) == .gap)
    #expect(loss(start, PlayerState(at: 0, position: 10_500)) == .gap)
    #expect(loss(start, PlayerState(at: 5_000, position: 20_000, rate: 2_000)) == nil)
    #expect(loss(start, PlayerState(at: 5_000, position: 25_000, rate: 3_000)) == .rate)
    #expect(loss(start, PlayerState(at: 5_000, position: 12_000, rate: 400)) == .rate)
    // Five seconds hidden are allowed, all in all.
    #expect(loss(start, PlayerState(at: 5_000, position: 15_000, isVisible: false)) == nil)
    #expect(loss(start, PlayerState(at: 5_001, position: 15_000, isVisible: false)) == .hidden)
    #expect(loss(start, PlayerState(at: 5_000, position: 15_000, isMuted: true)) == nil)
    var strict = rules
    strict.allowsMuted = false
    #expect(loss(start, PlayerState(at: 5_000, position: 15_000, isMuted: true), strict) == .muted)
  }

  /// Messages are delayed by networks: what is early at one heartbeat was late at the one before.
  @Test func jitterIsForgiven() {
    let delays: [Int64] = [0, 700, 0, 400, 900, 100, 0, 800, 0]
    let players = delays.enumerated().map { index, delay in
      PlayerState(at: Int64(index) * 5_000 + delay, position: Int64(index) * 5_000)
    }
    #expect(watch(players).watched.ranges == [0..<40_000])
  }

  /// A clock that runs a tenth too fast wins a second, once.
  @Test func slackIsThereOnce() {
    let players = (0..<20).map { PlayerState(at: Int64($0) * 5_000, position: Int64($0) * 5_500) }
    let watched = watch(players).watched.total
    #expect(watched == 11_000)
  }

  /// A client may say whatever it likes: what counts never outruns the server's clock.
  @Test func nobodyOutrunsTheClock() {
    let seed = Seed(for: "nobodyOutrunsTheClock")
    var generator = SeededGenerator(seed)
    for _ in 0..<2_000 {
      var player = PlayerState(at: 0, position: Int64.random(in: 0...120_000, using: &generator))
      var watch = Watch(from: player, rules: rules)
      var forward: Int64 = 0
      for _ in 0..<60 {
        let passed = Int64.random(in: -2_000...12_000, using: &generator)
        forward += max(0, passed)
        player.at += passed
        player.position =
          Bool.random(using: &generator)
          ? Int64.random(in: -5_000...130_000, using: &generator)
          : player.position + Int64.random(in: 0...abs(passed) * 3 + 1_000, using: &generator)
        player.rate = Int64.random(in: 0...2_500, using: &generator)
        player.isVisible = Int.random(in: 0..<4, using: &generator) > 0
        watch.advance(to: player, rules)
        #expect(watch.watched.total <= 2 * forward + rules.slack, "\(seed)")
        #expect((0...rules.slack).contains(watch.credit), "\(seed)")
        #expect(watch.watched.total <= rules.length && (watch.watched.ranges.first?.lowerBound ?? 0) >= 0, "\(seed)")
      }
    }
  }

  /// Against a model that marks each tenth of a second of the video by itself.
  @Test func itIsWhatTheNaiveModelSays() {
    let seed = Seed(for: "itIsWhatTheNaiveModelSays")
    var generator = SeededGenerator(seed)
    // Without slack, which the model doesn't know.
    let rules = WatchRules(length: 120_000, interval: 10_000, tolerance: 0)
    for _ in 0..<500 {
      var last = PlayerState(at: 0, position: 0)
      var watch = Watch(from: last, rules: rules)
      var marked: Set<Int64> = []
      var hidden: Int64 = 0
      for _ in 0..<50 {
        var next = last
        next.at += [1_000, 3_000, 5_000, 10_000, 20_000].randomElement(using: &generator) ?? 0
        next.rate = [500, 1_000, 2_000, 4_000].randomElement(using: &generator) ?? 0
        next.isVisible = Int.random(in: 0..<10, using: &generator) > 0
        let passed = next.at - last.at
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: next.position = min(rules.length, last.position + 3 * passed * 4)
        case 1: next.position = Int64.random(in: 0...last.position / 100, using: &generator) * 100
        default: next.position = min(rules.length, last.position + passed * min(next.rate, last.rate) / 1_000)
        }
        if !next.isVisible || !last.isVisible { hidden += passed }
        let isFair =
          passed <= 10_000 && [last.rate, next.rate].allSatisfy { (500...2_000).contains($0) }
          && ((next.isVisible && last.isVisible) || hidden <= 5_000)
          && next.position - last.position <= passed * max(last.rate, next.rate) / 1_000
        if isFair, next.position > last.position {
          for tenth in last.position / 100..<next.position / 100 { marked.insert(tenth) }
        }
        watch.advance(to: next, rules)
        last = next
        #expect(watch.watched.total == Int64(marked.count) * 100, "\(seed)")
      }
    }
  }

  @Test func quartilesGoByWhatWasWatched() {
    #expect(Quartile(watched: 0, of: 100) == .start)
    #expect(Quartile(watched: 24, of: 100) == .start)
    #expect(Quartile(watched: 25, of: 100) == .firstQuartile)
    #expect(Quartile(watched: 74, of: 100) == .midpoint)
    #expect(Quartile(watched: 94, of: 100) == .thirdQuartile)
    #expect(Quartile(watched: 95, of: 100) == .complete)
  }
}
