import QixBatch
import QixTesting
import Testing

/// A file's lines against those of others, compared with sets.
@Suite struct MeaningSetTests {
  @Test func itCountsWhatSetsCount() {
    let seed = Seed(for: "MeaningSetTests")
    var random = SeededGenerator(seed)
    for size in [0, 1, 50, 2_000] {
      // Half of them differ in their upper bits alone, which a first look doesn't see.
      let pool = (0..<max(size, 1)).map { _ -> UInt64 in
        let number = random.next()
        return number % 2 == 0 ? number : number & ~0xFFF_FFFF
      }
      let mine = (0..<size).compactMap { _ in pool.randomElement(using: &random) }
      let theirs = (0..<size).compactMap { _ in Bool.random(using: &random) ? pool.randomElement(using: &random) : nil }
      var set = MeaningSet()
      for meaning in mine { set.add(meaning) }
      #expect(set.repeated == mine.count - Set(mine).count)
      let others = Set(theirs)
      #expect(set.count(among: theirs) == mine.count { others.contains($0) })
    }
  }
}
