import QixTesting
import Testing

@testable import QixCrypto

@Suite("Base64") struct Base64Tests {
  /// RFC 4648 §10.
  @Test(
    "It writes and reads what RFC 4648 says",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"), ("\u{3F}\u{3E}\u{7F}", "Pz5/"),
    ])
  func standard(_ text: String, _ encoded: String) {
    let bytes = Array(text.utf8)
    let bare = encoded.replacing("=", with: "")
    #expect(Base64.padded.encode(bytes) == encoded)
    #expect(Base64.unpadded.encode(bytes) == bare)
    #expect(Base64.urlSafe.encode(bytes) == bare.replacing("/", with: "_").replacing("+", with: "-"))
    #expect(Base64.padded.decode(encoded) == bytes)
    #expect(Base64.unpadded.decode(bare) == bytes)
    #expect(Base64.urlSafe.decode(Base64.urlSafe.encode(bytes)) == bytes)
    if encoded.hasSuffix("=") {
      #expect(Base64.padded.decode(bare) == nil)
      #expect(Base64.unpadded.decode(encoded) == nil && Base64.urlSafe.decode(encoded) == nil)
    }
  }

  @Test(
    "One text for each value: nothing is skipped, cut off or left over",
    arguments: [
      "Z", "Zm9vZ", "Zh", "Zm9", "Zm9vYmF=", "Zg=", "Zg===", "=", "====", "Zm9v\n", " Zm9v", "Zm 9v", "Zm9v\u{0}",
      "\u{0}Zm9v", "Zm9vé", "Zm9v!", "Zg==Zg==", "Z===", "Zm=v",
    ])
  func strict(_ text: String) {
    #expect(Base64.padded.decode(text) == nil)
    #expect(Base64.unpadded.decode(text) == nil)
    #expect(Base64.urlSafe.decode(text) == nil)
  }

  @Test("The alphabets don't mix")
  func alphabets() {
    #expect(Base64.urlSafe.decode("-_-_") == [0xFB, 0xFF, 0xBF] && Base64.unpadded.decode("-_-_") == nil)
    #expect(Base64.unpadded.decode("+/+/") == [0xFB, 0xFF, 0xBF] && Base64.urlSafe.decode("+/+/") == nil)
  }

  @Test("What is read is what would have been written")
  func canonical() {
    let seed = Seed(for: "Base64")
    var random = SeededGenerator(seed)
    let alphabet = Array("AZaz09+/-_=\n\u{0}".utf8)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      for variant in [Base64.padded, .unpadded, .urlSafe] {
        guard let bytes = variant.decode(text) else { continue }
        #expect(Array(variant.encode(bytes).utf8) == text, "\(seed)")
      }
    }
  }
}
