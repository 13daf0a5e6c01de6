import QixTesting
import Testing

@testable import QixBatch

/// A file's lines against those that a batch has done, as multisets.
@Suite struct LineCensusTests {
  @Test func itCountsWhatBothHave() {
    var random = SeededGenerator(Seed(for: "LineCensusTests"))
    for size in [0, 1, 50, 2_000] {
      let pool = (0..<max(size, 1)).map { _ in random.next() }
      let mine = (0..<size).compactMap { _ in pool.randomElement(using: &random) }
      let theirs = (0..<size).compactMap { _ in Bool.random(using: &random) ? pool.randomElement(using: &random) : nil }
      var census = LineCensus(tellsCoins: false)
      for (index, meaning) in mine.enumerated() {
        census.add(meaning, isKeyed: false, isDone: false, isCrossed: false, coins: 1, line: index + 2)
      }
      census.close()
      #expect(census.identical == mine.count - Set(mine).count)
      func counts(_ meanings: [UInt64]) -> [UInt64: Int] { meanings.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
      let (own, others) = (counts(mine), counts(theirs))
      let shared = own.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
      #expect(census.shared(with: theirs, keyed: []) == shared)
      #expect(census.shared(with: [], keyed: theirs) == shared)
    }
  }
}
