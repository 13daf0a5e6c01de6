import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Access

/// The text of a token: what is read as one, and what is told apart.
@Suite struct TokenTextTests {
  private static func id(_ seed: UInt64) -> TokenID {
    TokenID(high: 0x0199_0000_0000_7000 &+ seed << 16, low: 0x8000_0000_0000_0000 | seed)
  }

  /// Tests may hold it in a string: it opens nothing.
  private static func text(_ role: Role = .operator, seed: UInt64 = 1) -> String {
    TokenText.make(role, id(seed), random: SeededRandomSource(seed: seed)).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func parse(_ text: String) -> Result<TokenText.Parsed, TokenText.Fault> {
    Array(text.utf8).withUnsafeBytes { bytes in
      Result { () throws(TokenText.Fault) in try TokenText.parse(bytes) }
    }
  }

  private static func fault(_ text: String) -> TokenText.Fault? {
    if case .failure(let fault) = parse(text) { fault } else { nil }
  }

  @Test(arguments: Role.ofTokens)
  func isReadAsItWasMade(_ role: Role) throws {
    let text = Self.text(role)
    #expect(text.wholeMatch(of: /qix_[a-z]+_[0-9a-hjkmnp-tv-z]{26}_[0-9a-hjkmnp-tv-z]{58}/) != nil)
    let parsed = try Self.parse(text).get()
    #expect(parsed.role == role && parsed.id == Self.id(1) && parsed.digest.count == 32)
    for framed in ["\(text)\n", "\(text)\r\n", "  \(text)\t\n\n", "\n\(text)"] {
      #expect(try Self.parse(framed).get() == parsed)
    }
  }

  /// 256 bits: each of them changes the text, and another source of chance gives another one.
  @Test func theWholeSecretIsInTheText() throws {
    struct Fixed: RandomSource {
      let bytes: [UInt8]
      func fill(_ buffer: UnsafeMutableRawBufferPointer) { buffer.copyBytes(from: bytes.prefix(buffer.count)) }
    }
    var texts: Set<String> = []
    for bit in 0...256 {
      var bytes = [UInt8](repeating: 0x5A, count: 32)
      if bit < 256 { bytes[bit / 8] ^= 1 << UInt8(bit % 8) }
      texts.insert(
        TokenText.make(.admin, Self.id(1), random: Fixed(bytes: bytes)).withUnsafeBytes {
          String(decoding: $0, as: UTF8.self)
        })
    }
    #expect(texts.count == 257)
  }

  @Test func everySlipIsNoticed() {
    let text = Self.text()
    let characters = Array(text)
    for index in characters.indices {
      for wrong in ["0", "z", "_", "Q"] as [Character] where wrong != characters[index] {
        var slip = characters
        slip[index] = wrong
        #expect(Self.fault(String(slip)) != nil, "at \(index)")
      }
      var short = characters
      short.remove(at: index)
      #expect(Self.fault(String(short)) != nil, "without \(index)")
      if index > 0, characters[index] != characters[index - 1] {
        var swapped = characters
        swapped.swapAt(index, index - 1)
        #expect(Self.fault(String(swapped)) != nil, "swapped at \(index)")
      }
    }
    // A slip in the secret is told from something that is no token.
    #expect(Self.fault(String(text.dropLast())) == .checksum)
    #expect(Self.fault(text.replacingOccurrences("qix_operator", "qix_admin")) == .checksum)
  }

  @Test(arguments: [
    "", "\n", "qix", "qix_", "qix___", "qix_operator__", "qix_root_01m7wmf6tweetbg9rct68czdfd_0", "\u{0}", "hunter2",
    "qix_operator_01m7wmf6tweetbg9rct68czdfd_ü", "qix_operator_a_b_c", "-----BEGIN PRIVATE KEY-----",
  ])
  func whatIsNoToken(_ text: String) {
    #expect(Self.fault(text) != nil)
  }

  @Test func bytesOfChanceAreRefused() {
    var random = SeededGenerator(Seed(for: "token texts"))
    let text = Array(Self.text().utf8)
    for _ in 0..<20_000 {
      var bytes = text
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard bytes != text else { continue }
      let parsed = bytes.withUnsafeBytes { bytes in try? TokenText.parse(bytes) }
      #expect(parsed == nil)
    }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }

  private func replacingCharacters(in range: Range<Index>, with new: String) -> String {
    String(self[..<range.lowerBound]) + new + self[range.upperBound...]
  }
}
