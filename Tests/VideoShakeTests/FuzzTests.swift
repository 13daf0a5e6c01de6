import QixFormats
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import VideoShake

/// Players that say anything, and rows that hold anything.
@Suite("Hostile players") struct FuzzTests {
  /// Without a database, so that it can be done a million times.
  @Test("What a session counts is never more than the clock and the video allow")
  func sessions() {
    let seed = Seed(for: "hostile players")
    var mangler = Mangler(seed)
    for iteration in 0..<fuzzCount(3_000) {
      var rules = WatchRules(length: [1, 90_000, 86_400_000][mangler.below(3)])
      rules.coverage = [0.01, 0.9, 1][mangler.below(3)]
      rules.allowsMuted = mangler.below(2) == 0
      var now: Int64 = 1_800_000_000_000
      var watch = Watch(from: PlayerState(at: now, position: 0), rules: rules)
      var passed: Int64 = 0
      for _ in 0..<mangler.below(24) {
        // The clock of a server goes back, too.
        let step = Int64([0, 1, 250, 5_000, 9_999, 10_001, -4_000][mangler.below(7)])
        now += step
        passed += max(0, step)
        watch.advance(
          to: PlayerState(
            at: now, position: Int64(mangler.below(4) == 0 ? mangler.below(86_400_001) : mangler.below(200_000)),
            isVisible: mangler.below(4) > 0, isMuted: mangler.below(4) == 0,
            rate: Int64([0, 499, 500, 1_000, 2_000, 2_001, 100_000][mangler.below(7)])), rules)
      }
      let total = watch.watched.total
      if total > min(rules.length, passed * rules.rates.upperBound / 1_000 + rules.slack) || rules.needed < 1 {
        Issue.record("\(seed), iteration \(iteration): \(total) ms in \(passed) ms")
      }
      if WatchedIntervals(watch.watched.bytes) != watch.watched {
        Issue.record("\(seed), iteration \(iteration): what is kept is something else")
      }
    }
  }

  @Test("A row's bytes are ranges in order, or are refused")
  func rows() {
    let seed = Seed(for: "rows of sessions")
    var mangler = Mangler(seed, pieces: ["\u{0}", "\u{0}\u{0}\u{0}\u{1}", "~~~~"])
    var intervals = WatchedIntervals()
    for start in 0..<40 as Range<Int64> { intervals.insert(start * 1_000..<start * 1_000 + 500) }
    var taken = 0
    for _ in 0..<fuzzCount(4_000) {
      guard let read = WatchedIntervals(mangler.changed(intervals.bytes)) else { continue }
      taken += 1
      if read.total < 0 || WatchedIntervals(read.bytes) != read { Issue.record("\(seed)") }
    }
    #expect(taken > 0)
  }
}
