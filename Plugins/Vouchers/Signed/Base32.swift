/// Douglas Crockford's base 32 in capitals: five bits a character, the greatest first, zeros behind the last bit; typed,
/// O is 0, and I and L are 1.
enum Base32 {
  private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
    for (alike, symbol) in zip("OIL".utf8, "011".utf8) { values[Int(alike)] = values[Int(symbol)] }
    return values
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 5 {
        count -= 5
        text.append(symbols[Int(bits >> count & 31)])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(symbols[Int(bits << (5 - count) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Parameter text: in capitals.
  /// - Returns: nil for other characters, and for bits behind the last byte that are no zeros: one value, one text.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in text.utf8 {
      let value = values[Int(character)]
      guard value < 32 else { return nil }
      (bits, count) = (bits << 5 | UInt32(value), count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    return count < 5 && bits == 0 ? bytes : nil
  }
}
