import QixKernel
import Testing

struct TextSearchTests {
  @Test(arguments: [
    ("", "a", false), ("a", "", true), ("banana", "nan", true), ("banana", "nab", false), ("aab", "ab", true),
    ("\"waits\":1", "\"waits\"", true), ("café", "cafe\u{301}", true), ("cafe\u{301}", "cafe", false),
    ("a\r\nb", "\r", false), ("a\r\nb", "\r\n", true),
  ])
  func aTextIsFoundByCharacters(text: String, part: String, isThere: Bool) {
    #expect(text.contains(part) == isThere)
    #expect(Substring(text).contains(part) == isThere)
  }

  @Test func theFirstPlaceIsFound() throws {
    let text = "{code} for {code}"
    let place = try #require(text[...].firstRange(of: "{code}"))
    #expect(text[place.upperBound...] == " for {code}")
    #expect(text[...].firstRange(of: "") == nil)
  }

  @Test(arguments: [
    ("a..b..", ["a", "b", ""]), ("..", ["", ""]), ("", [""]), ("...", ["", "."]), ("ab", ["ab"]),
  ])
  func piecesLieBetween(text: String, pieces: [String]) {
    #expect(text[...].pieces(separatedBy: "..").map(String.init) == pieces)
  }

  /// Against the standard library's own, which the program leaves out for its size.
  @Test func itFindsWhatTheStandardLibraryFinds() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = String((0..<Int.random(in: 0...12, using: &random)).map { _ in "ab\u{301}\n".randomElement()! })
      let part = String((0..<Int.random(in: 1...3, using: &random)).map { _ in "ab\u{301}\n".randomElement()! })
      let expected = text.split(separator: part, omittingEmptySubsequences: false).map(String.init)
      #expect(text[...].pieces(separatedBy: part).map(String.init) == expected, "\(text.debugDescription) by \(part)")
    }
  }
}
