import QixTesting
import Testing

@testable import TVShake

@Suite("Hostile screen codes") struct ScreenCodeFuzzTests {
  @Test("What somebody types is a code of capitals and digits, or is none")
  func codes() {
    let seed = Seed(for: "screen codes")
    var mangler = Mangler(
      seed,
      pieces: [
        "A", "z", "7", " ", "-", "\u{0}", "é", "Ａ", "０", "\u{200B}", "K7QM2X", String(repeating: "9", count: 33),
      ])
    var taken = 0
    for iteration in 0..<fuzzCount(4_000) {
      let text = String(
        decoding: iteration % 2 == 0 ? mangler.nonsense(8) : mangler.changed(Array("K7-QM 2x".utf8)), as: UTF8.self)
      guard let code = ScreenCode(text) else { continue }
      taken += 1
      let isPlain = code.text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      if !isPlain || !ScreenCode.sizes.contains(code.text.utf8.count) {
        Issue.record("\(seed): \(text.debugDescription)")
      }
      if ScreenCode(code.text).map(code.matches) != true { Issue.record("\(seed): \(text.debugDescription)") }
      if let other = ScreenCode(code.text + "0"), code.matches(other) {
        Issue.record("\(seed): \(text.debugDescription)")
      }
    }
    #expect(taken > 0)
  }
}
