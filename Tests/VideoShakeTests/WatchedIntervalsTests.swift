import QixTesting
import Testing

@testable import VideoShake

@Suite struct WatchedIntervalsTests {
  /// The same as marking each millisecond.
  @Test func theyAreTheUnion() {
    let seed = Seed(for: "theyAreTheUnion")
    var generator = SeededGenerator(seed)
    for _ in 0..<200 {
      var intervals = WatchedIntervals()
      var marked: Set<Int64> = []
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let start = Int64.random(in: 0..<300, using: &generator)
        let range = start..<min(300, start + Int64.random(in: 0..<25, using: &generator))
        intervals.insert(range)
        marked.formUnion(range)
        #expect(intervals.total == Int64(marked.count), "\(seed)")
        #expect(Set(intervals.ranges.flatMap { Array($0) }) == marked, "\(seed)")
        #expect(
          zip(intervals.ranges, intervals.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "\(seed)")
        #expect(WatchedIntervals(intervals.bytes) == intervals, "\(seed)")
      }
    }
  }

  @Test func whatTouchesIsOne() {
    var intervals = WatchedIntervals()
    intervals.insert(0..<5)
    intervals.insert(10..<15)
    intervals.insert(5..<10)
    #expect(intervals.ranges == [0..<15])
    intervals.insert(3..<3)
    #expect(intervals.total == 15)
  }

  /// However a client jumps about, the row stays small, and nothing is counted that was not watched.
  @Test func theirNumberIsBounded() {
    var intervals = WatchedIntervals()
    for index in 0..<Int64(1_000) { intervals.insert(index * 10..<index * 10 + 1 + index % 7) }
    #expect(intervals.ranges.count == WatchedIntervals.most)
    #expect(intervals.bytes.count == 8 * WatchedIntervals.most)
    #expect(intervals.total == intervals.ranges.reduce(0) { $0 + Int64($1.count) })
    #expect(intervals.ranges.allSatisfy { Int64($0.count) <= 1 + $0.lowerBound / 10 % 7 })
  }

  @Test(arguments: [
    [1, 2, 3], [0, 0, 0, 5, 0, 0, 0, 5], [0, 0, 0, 9, 0, 0, 0, 5],
    [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 9], [UInt8](repeating: 0, count: 8 * 129),
  ])
  func bytesThatNobodyWroteAreNone(_ bytes: [UInt8]) {
    #expect(WatchedIntervals(bytes) == nil)
  }
}
