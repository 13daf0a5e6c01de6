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
      // One of theirs is one of mine: what I have twice and they have once was done once.
      func counts(_ meanings: [UInt64]) -> [UInt64: Int] { meanings.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
      let (own, others) = (counts(mine), counts(theirs))
      #expect(set.count(among: theirs) == own.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) })
    }
  }
}
