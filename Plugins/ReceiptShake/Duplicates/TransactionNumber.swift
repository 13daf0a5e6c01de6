/// A transaction's number as it is compared: its digits, without labels, marks, zeros in front, and with digits for
/// letters that readers take for them. `DOC 0443788` is `443788`; a number without digits is its letters.
enum TransactionNumber {
  static func plain(_ text: String) -> [UInt8] {
    var digits: [UInt8] = []
    for word in text.unicodeScalars.split(whereSeparator: { !$0.properties.isAlphabetic && !("0"..."9").contains($0) })
    {
      let letters = Folding.letters(String(String.UnicodeScalarView(word)))
      guard let first = letters.firstIndex(where: isDigit) else { continue }
      // Letters in front of the first digit are a label, unless each is taken for a digit.
      let isLabelled = letters[..<first].contains { digit($0) == nil }
      digits += letters[(isLabelled ? first : 0)...].compactMap(digit)
    }
    guard !digits.isEmpty else { return Folding.shapes(text) }
    let plain = digits.drop { $0 == 0x30 }
    return plain.isEmpty ? [0x30] : Array(plain)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte
    case UInt8(ascii: "O"), UInt8(ascii: "Q"): 0x30
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 0x31
    case UInt8(ascii: "Z"): 0x32
    case UInt8(ascii: "S"): 0x35
    case UInt8(ascii: "B"): 0x38
    default: nil
    }
  }
}
