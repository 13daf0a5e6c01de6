import Foundation
import QixCrypto
import QixFormats
import QixTesting
import Testing

@testable import QixTokens

@Suite("Hostile tokens") struct FuzzTests {
  static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "alg", "RS256", "ES256", "none", "kid", "rsa-1", "crit", "keys", "kty", "RSA",
    "n", "e", "AQAB", ".", "..", "eyJ", "\u{0}", "é", "=", "-_", "null", "1e400", "\\u0000", "d", "k",
  ]

  private func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["QIX_FUZZ"].flatMap { Int($0) } ?? usual
  }

  @Test("A token that was changed anywhere is refused")
  func changed() throws {
    let seed = Seed(for: "tokens")
    var random = SeededGenerator(seed)
    let signer = try TokenSigner.ec.get()
    let keys = try keySet(signer.webKey, TokenSigner.rsa.get().webKey)
    let token = try signer.token(["iss": "https://issuer.example", "sub": "1", "aud": ["a", "b"], "exp": 1])
    for iteration in 0..<count(3_000) {
      var bytes = Array(token.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where bytes.count > 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text != token else { continue }
      guard try refusal(text, keys) != nil else {
        Issue.record("\(seed), iteration \(iteration): taken")
        return
      }
    }
  }

  @Test("Headers, claims and sets thrown together end in an error or in what they are")
  func nonsense() throws {
    let seed = Seed(for: "tokens of nonsense")
    var random = SeededGenerator(seed)
    let signer = try TokenSigner.ec.get()
    let keys = try keySet(signer.webKey)
    for _ in 0..<count(3_000) {
      var texts = ["", ""]
      for index in texts.indices {
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
          texts[index] += Self.pieces.randomElement(using: &random) ?? ""
        }
      }
      _ = try? JSONWebKeySet(Array(texts[0].utf8))
      let code = try refusal("\(base64(texts[0])).\(base64(texts[1])).\(base64(texts[1]))", keys)
      #expect(code != nil, "\(seed)")
    }
  }
}
