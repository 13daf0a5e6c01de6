import QixKernel
import QixTesting
import Testing

private let whole = "usr_01m7w9tzg3f7fs9hn862jj74bb"

@Suite struct ShortIdentifierTests {
  @Test(arguments: [
    ("usr_…jj74bb", "", "jj74bb", false), ("usr_...jj74bb", "", "jj74bb", false), ("usr_01m7w9…", "01m7w9", "", false),
    ("usr_01m…4bb", "01m", "4bb", false), ("usr_4bb", "4bb", "", true), ("usr_JJ74BB", "jj74bb", "", true),
  ])
  func isReadAsItIsShown(_ text: String, _ head: String, _ tail: String, _ isEither: Bool) throws {
    let part = try #require(ShortIdentifier(text, prefix: "usr"))
    #expect(part.head == head && part.tail == tail && part.isEither == isEither)
    #expect(part.fits(whole))
  }

  @Test(arguments: [
    whole, "usr_", "usr_…", "usr_ab", "trf_jj74bb", "jj74bb", "usr_…jj…bb", "usr_jj 74", "usr_uuu", "usr_…é11",
  ])
  func otherTextsAreNone(_ text: String) { #expect(ShortIdentifier(text, prefix: "usr") == nil) }

  @Test func theShownFormIsTheEnd() {
    #expect(ShortIdentifier.shortened(whole) == "usr_…jj74bb")
    #expect(ShortIdentifier.shortened(whole, to: 8) == "usr_…62jj74bb")
    for text in ["usr_01m7w9", "budget:summer", "order_1", "Usr_01m7w9tzg3f7fs9hn862jj74bb", ""] {
      #expect(ShortIdentifier.shortened(text) == nil)
    }
  }

  /// Whatever part of it is taken, an identifier lies within the range of its beginning, and ends with the bytes that a
  /// search asks for.
  @Test func everyPartLeadsBack() throws {
    let random = SeededRandomSource(seed: Seed(for: "ShortIdentifier").value)
    for _ in 0..<300 {
      let id = UserID(high: random.integer(), low: random.integer())
      let letters = "\(id)".dropFirst(4)
      for count in 3..<26 {
        let head = try #require(ShortIdentifier("usr_\(letters.prefix(count))…", prefix: "usr"))
        let range = try #require(head.range)
        #expect(!id.bytes.lexicographicallyPrecedes(range.first) && !range.last.lexicographicallyPrecedes(id.bytes))
        let tail = try #require(ShortIdentifier("usr_…\(letters.suffix(count))", prefix: "usr"))
        #expect(id.bytes.suffix(tail.lastBytes.count) == tail.lastBytes[...])
        #expect(head.fits("\(id)") && tail.fits("\(id)") && tail.text(high: id.high, low: id.low) == "\(id)")
      }
    }
  }

  /// A beginning that no identifier can have is none's.
  @Test func aBeginningThatCanNotBeIsNones() throws {
    #expect(try #require(ShortIdentifier("usr_zzz…", prefix: "usr")).range == nil)
  }
}
