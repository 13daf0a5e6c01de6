internal import QixCrypto
internal import QixShake

/// A code that is shown on the screen while a programme is on, as it is compared: capital letters and digits.
struct ScreenCode: Sendable {
  let text: String
  /// All codes are as long, so that comparing tells nothing by its time.
  private let bytes: [UInt8]

  static let sizes = 4...32

  /// Reads what somebody typed: small letters are capitals, blanks and hyphens are nothing. Nil for what is no code.
  init?(_ text: some StringProtocol) {
    var folded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): folded.append(byte - 32)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): folded.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      default: return nil
      }
      if folded.count > Self.sizes.upperBound { return nil }
    }
    guard Self.sizes.contains(folded.count) else { return nil }
    self.text = String(decoding: folded, as: UTF8.self)
    bytes = folded + [UInt8](repeating: 0, count: Self.sizes.upperBound - folded.count)
  }

  /// Compares in constant time.
  func matches(_ other: ScreenCode) -> Bool { constantTimeEqual(bytes, other.bytes) }

  /// None of them is taken for another on a screen far away.
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

  /// Six characters: one of 887 million.
  static func random(from source: any RandomSource) -> ScreenCode {
    var letters: [UInt8] = []
    while letters.count < 6 {
      // Of 32 values the last is drawn again, so that each character has the same chance.
      for byte in source.bytes(16) where Int(byte & 31) < alphabet.count && letters.count < 6 {
        letters.append(alphabet[Int(byte & 31)])
      }
    }
    guard let code = ScreenCode(String(decoding: letters, as: UTF8.self)) else {
      preconditionFailure("six letters of the alphabet are a code")
    }
    return code
  }
}
