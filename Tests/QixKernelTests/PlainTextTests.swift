import QixKernel
import Testing

/// Text that people write.
@Suite struct PlainTextTests {
  @Test(arguments: [
    "", " \t\n", "\u{A0}", "\u{2800}", "\u{3164}", "\u{115F}\u{34F}", "\u{200D}\u{FE0F}", "\u{3000}\u{AD}",
  ])
  func whatShowsNothingIsBlank(_ text: String) { #expect(PlainText.isBlank(text)) }

  @Test(arguments: ["a", " . ", "\u{2801}", "\u{3131}", "\u{1F468}\u{200D}\u{1F469}", "\u{301}"])
  func whatShowsIsNotBlank(_ text: String) { #expect(!PlainText.isBlank(text)) }
}
