import QixTesting
import Testing

@testable import Badges

@Suite struct ProgressTests {
  /// Shakes on these days, and what the row is after each; nil where nothing changes.
  private func row(_ days: [Int64], missed: Int64 = 0) -> [Int64?] {
    var progress: Progress?
    return days.map { day in
      let after = Progress.after(progress, .days(100, missed: missed), type: "tv", isWin: false, on: day)
      progress = after ?? progress
      return after?.count
    }
  }

  @Test func daysInARow() {
    #expect(row([10, 11, 12]) == [1, 2, 3])
    #expect(row([10, 10, 11, 11, 11]) == [1, nil, 2, nil, nil])
    #expect(row([10, 12, 13, 17]) == [1, 1, 2, 1])
    #expect(row([10, 12, 13, 16, 17], missed: 1) == [1, 2, 3, 1, 2])
    #expect(row([10, 13, 16, 20], missed: 2) == [1, 2, 3, 1])
  }

  @Test func aClockThatIsPutBackBreaksNoRow() {
    #expect(row([10, 11, 9, 10, 11, 12]) == [1, 2, nil, nil, nil, 3])
  }

  @Test func winsCountApartFromShakes() {
    #expect(Progress.after(nil, .wins(3), type: "tv", isWin: false, on: 1) == nil)
    #expect(Progress.after(nil, .wins(3), type: "tv", isWin: true, on: 1)?.count == 1)
    #expect(Progress.after(Progress(count: 1, lastDay: 1), .shakes(3), type: "tv", isWin: false, on: 1)?.count == 2)
    #expect(Progress.after(nil, .byHand, type: "tv", isWin: true, on: 1) == nil)
  }

  @Test func eachTypeCountsOnce() {
    let goal = Badge.Goal.types(["read", "tv"])
    let first = Progress.after(nil, goal, type: "tv", isWin: false, on: 1)
    #expect(first == Progress(count: 1, lastDay: 1, seen: ["tv"]))
    #expect(Progress.after(first, goal, type: "tv", isWin: false, on: 2) == nil)
    #expect(Progress.after(first, goal, type: "video", isWin: false, on: 2) == nil)
    #expect(Progress.after(first, goal, type: "read", isWin: false, on: 2)?.seen == ["read", "tv"])
  }

  @Test func aRowEndsTheDayAfterItsLast() {
    let progress = Progress(count: 5, lastDay: 10)
    #expect([10, 11, 12, 13].map { progress.row(on: $0, missed: 0) } == [5, 5, 0, 0])
    #expect([11, 12, 13].map { progress.row(on: $0, missed: 1) } == [5, 5, 0])
  }

  /// However days fall, a row is as long as the last days without too great a gap: counted anew from all of them.
  @Test func aRowIsWhatItsDaysAre() {
    let seed = Seed(for: "BadgesTests")
    var random = SeededGenerator(seed)
    for _ in 0..<500 {
      let missed = Int64.random(in: 0...3, using: &random)
      var days: [Int64] = [0]
      for _ in 0..<30 { days.append((days.last ?? 0) + Int64.random(in: 0...5, using: &random)) }
      let counted = row(days, missed: missed).compactMap { $0 }.last
      let distinct = Set(days).sorted()
      var length: Int64 = 1
      for (one, next) in zip(distinct.reversed().dropFirst(), distinct.reversed()) {
        guard next - one <= missed + 1 else { break }
        length += 1
      }
      #expect(counted == length, "\(days), \(missed) missed, \(seed)")
    }
  }
}
