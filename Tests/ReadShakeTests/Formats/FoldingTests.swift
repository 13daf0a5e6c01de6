import Testing

@testable import ReadShake

@Suite("Free text") struct FoldingTests {
  @Test(arguments: [
    ("Rome", "rome", true), ("  rome  ", "Rome", true), ("roma", "rome", false), ("New   York", "new york", true),
    ("l’acqua", "L'acqua", true), ("cafe\u{301}", "CAFÉ", true), ("citta", "città", false), ("", "*", true),
    ("anything", "*", true), ("a good day", "a * day", true), ("a good night", "a * day", false),
    ("2*3", "2\\*3", true), ("2x3", "2\\*3", false), ("aaab", "*a*b", true), ("rome", "", false),
  ])
  func folding(_ text: String, _ pattern: String, _ expected: Bool) {
    #expect(Folding.matches(text, pattern: pattern) == expected)
  }

  /// A pattern made for backtracking takes no longer than the product of the lengths.
  @Test func manyStarsAreNoTrap() {
    let pattern = String(repeating: "*a", count: 200)
    #expect(!Folding.matches(String(repeating: "a", count: 199) + "b", pattern: pattern))
    #expect(Folding.matches(String(repeating: "a", count: 400), pattern: pattern))
  }

  @Test(arguments: [
    ("one two three", 3), ("# A *title*\n\nwith a [link](https://example.com/a/b) in it", 7), ("it's well-known", 2),
    ("<!-- hidden words --> seen", 1), ("a < b and c > d", 5), ("五月病", 3), ("", 0), ("— … —", 0), ("1,000 apples", 3),
  ])
  func wordsAreCounted(_ text: String, _ expected: Int64) {
    #expect(ReadingTime.words(inMarkdown: text) == expected)
  }

  @Test func readingTakesItsTime() {
    #expect(ReadingTime(words: 238, wordsPerMinute: 238, fraction: 1).seconds == 60)
    #expect(ReadingTime(words: 238, wordsPerMinute: 238, fraction: 0.5).seconds == 30)
    #expect(ReadingTime(words: 1, wordsPerMinute: 238, fraction: 0.5).seconds == 1)
    #expect(ReadingTime(words: .max, wordsPerMinute: 20, fraction: 1).microseconds == 1_000_000_000_000_000)
  }
}
