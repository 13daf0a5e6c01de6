import QixTesting
import Testing

@testable import Directives

@Suite("Hostile sources of directives") struct SourceFuzzTests {
  @Test("A signature's header and a source's key are read, or are none")
  func signatures() {
    let seed = Seed(for: "headers of sources")
    var mangler = Mangler(
      seed, pieces: ["ed25519=", "key=", ";", "; ", "=", "==", "A", "/+", " ", "\u{0}", "é", "0123456789abcdef"])
    let good = Array("ed25519=\(String(repeating: "A", count: 86))==; key=0123456789abcdef".utf8)
    let key = Array((String(repeating: "A", count: 43) + "=").utf8)
    var taken = 0
    for iteration in 0..<fuzzCount(8_000) {
      let bytes = iteration % 2 == 0 ? mangler.changed(good) : mangler.nonsense(8)
      if let signature = SourceSignature(String(decoding: bytes, as: UTF8.self)) {
        taken += 1
        #expect(signature.signature.count == 64, "\(seed)")
        #expect(throws: DirectiveError.self) { try signature.check([1, 2, 3], by: []) }
      }
      if let key = SourceKey(String(decoding: mangler.changed(key), as: UTF8.self)) {
        #expect(key.bytes.count == 32 && SourceKey(key.text) == key, "\(seed)")
      }
    }
    #expect(taken > 0)
  }
}
