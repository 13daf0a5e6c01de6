import QixCommands
import QixTerminal
import QixTesting
import Testing

/// What a message with a code may say. An operator's slip must not make a message of something else: a line end in a
/// subject begins another header of the mail.
@Suite struct CodeSettingTests {
  @Test(
    arguments: [
      ("text", "{code}", true), ("text", "Your code: {code}\u{80}é", false), ("text", "Your code", false),
      ("text", "{code}\nBcc: mallory@example.com", false), ("text", "{code}\u{0}", false),
      ("text", "{code}\u{1F}", false),
      ("text", "{code} ", true), ("text", "{code}\u{7F}", false),
      ("text", "{code}" + String(repeating: "a", count: 994), true),
      ("text", "{code}" + String(repeating: "a", count: 995), false),
      ("subject", "Your code", true), ("subject", "Your code\r\nBcc: mallory@example.com", false),
      ("subject", "\u{1F}", false), ("subject", " ", true), ("subject", "\u{7E}", true), ("subject", "\u{7F}", false),
      ("subject", "\u{85}", false), ("subject", "\u{9F}", false), ("subject", "\u{A0}", true),
      ("subject", String(repeating: "a", count: 100), true), ("subject", String(repeating: "a", count: 101), false),
    ])
  func isTaken(_ setting: String, _ text: String, _ isTaken: Bool) throws {
    try TestHome.initialised { home throws in
      #expect(try home.qix(["setting", "set", "identity.code-\(setting)", text]).exitCode == (isTaken ? 0 : 2))
    }
  }
}
