import QixCrypto
import QixTesting
import Testing

@testable import QixAge

@Suite("Hostile age files") struct FuzzTests {
  static let identity = AgeIdentity(random: SeededRandomSource(seed: 11))

  /// What a header can consist of, and what it can't.
  static let pieces = [
    "age-encryption.org/v1", "\n", "->", " ", "X25519", "scrypt", "---", "TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc",
    "\r\n", "18", "=", "AAAA", "\u{0}", "é", "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----",
    String(repeating: "A", count: 64),
  ]

  @Test("A file that was changed anywhere doesn't open, or opens to what it was")
  func changed() throws {
    let seed = Seed(for: "age files")
    var random = SeededGenerator(seed)
    let content = message(100)
    let files = try [AgeFile.Form.binary, .armored].map {
      try encrypt(content, for: [AgeFileTests.alice.recipient, Self.identity.recipient], form: $0)
    }
    for iteration in 0..<fuzzCount(3_000) {
      var file = files[iteration % 2]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<max(1, file.count), using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case _ where file.isEmpty: break
        case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: file.remove(at: place)
        case 2: file.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: file.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 4: file = Array(file[..<place])
        default:
          let other = Int.random(in: 0..<file.count, using: &random)
          file.insert(contentsOf: Array(file[min(place, other)..<max(place, other)]), at: place)
        }
      }
      guard let opened = try? decrypt(file, with: [Self.identity]) else { continue }
      guard opened == content else {
        Issue.record("\(seed), iteration \(iteration): opened to something else")
        return
      }
    }
  }

  @Test("Headers thrown together are refused")
  func nonsense() {
    let seed = Seed(for: "age headers")
    var random = SeededGenerator(seed)
    for iteration in 0..<fuzzCount(5_000) {
      var text = Bool.random(using: &random) ? "age-encryption.org/v1\n-> X25519 " : ""
      for _ in 0..<Int.random(in: 0..<20, using: &random) { text += Self.pieces.randomElement(using: &random) ?? "" }
      guard failure(Array(text.utf8), with: [Self.identity, passphrase("x")])?.hasPrefix("age.") == true else {
        Issue.record("\(seed), iteration \(iteration): \(text.debugDescription)")
        return
      }
    }
  }
}
