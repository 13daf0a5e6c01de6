import QixCommands
import QixKernel
import Testing

@testable import QixTerminal

/// No value of any command holds a control character, whatever its rules are besides: not from a program that sends JSON
/// either, in which a NUL can be written.
@Suite struct ControlCharacterTests {
  @Test func noValueOfAnyCommandHasOne() throws {
    var tried = 0
    for place in try Commands.places() {
      guard case .command = place.node else { continue }
      for form in Call(place).forms where form.kind != .flag {
        for character in ["\u{0}", "\u{1B}", "\u{7F}", "\u{85}"] {
          var call = Call(place)
          #expect(throws: UsageError.self, "\(place.text) \(form.label)") { try call.give("a\(character)b", to: form) }
          tried += 1
        }
      }
    }
    #expect(tried > 1_000)
  }

  @Test(arguments: [("a\u{0}b", 2), ("\u{1B}[1m", 1), ("é\u{9F}", 2), ("a\u{7F}", 2)])
  func theyAreFound(_ text: String, _ place: Int) { #expect(PlainText.control(in: text)?.place == place) }

  @Test(arguments: ["", "one line", "two\r\nlines\tand a tab", "Grüße", "\u{A0}", "مرحبا\u{200F}"])
  func otherTextsHaveNone(_ text: String) { #expect(PlainText.control(in: text) == nil) }
}
