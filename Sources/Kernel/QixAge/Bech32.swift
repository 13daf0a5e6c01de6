package import QixCrypto

/// Bech32 (BIP 173) without its limit on the length: how age writes keys. Everything is taken for a secret.
package enum Bech32 {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  /// The bytes in a text, or nil when it is not of this prefix, mixes cases, or its checksum doesn't fit.
  /// - Parameter prefix: In small letters.
  package static func decode(_ text: UnsafeRawBufferPointer, prefix: String) -> SecretBytes? {
    let prefix = Array(prefix.utf8)
    let hasSmall = text.contains { isLetter($0) && $0 & 0x20 != 0 }
    let hasLarge = text.contains { isLetter($0) && $0 & 0x20 == 0 }
    let start = prefix.count + 1
    // The last six characters are the checksum.
    guard !prefix.isEmpty, !(hasSmall && hasLarge), text.count >= start + 6, text[prefix.count] == UInt8(ascii: "1"),
      zip(prefix, text).allSatisfy({ $0 == lowercased($1) })
    else { return nil }

    var values = SecretBytes(count: text.count - start)
    let isKnown = values.withUnsafeMutableBytes { values in
      for index in values.indices {
        guard let value = alphabet.firstIndex(of: lowercased(text[start + index])) else { return false }
        values[index] = UInt8(value)
      }
      return true
    }
    guard isKnown, values.withUnsafeBytes({ checksum(of: $0, prefix: prefix) }) == 1 else { return nil }
    return regroup(values, count: values.count - 6)
  }

  /// A text in small letters, or in large ones.
  package static func encode(_ bytes: borrowing SecretBytes, prefix: String, uppercase: Bool = false) -> SecretBytes {
    let prefix = Array(prefix.utf8)
    let count = (bytes.count * 8 + 4) / 5
    var values = SecretBytes(count: count + 6)
    bytes.withUnsafeBytes { bytes in
      values.withUnsafeMutableBytes { values in
        for index in 0..<count {
          let bit = index * 5
          let pair = UInt16(bytes[bit / 8]) << 8 | UInt16(bit / 8 + 1 < bytes.count ? bytes[bit / 8 + 1] : 0)
          values[index] = UInt8(truncatingIfNeeded: pair >> (11 - bit % 8)) & 31
        }
        let sum = checksum(of: UnsafeRawBufferPointer(values), prefix: prefix) ^ 1
        for index in 0..<6 { values[count + index] = UInt8(truncatingIfNeeded: sum >> (5 * (5 - index))) & 31 }
      }
    }
    var text = SecretBytes(count: prefix.count + 1 + values.count)
    values.withUnsafeBytes { values in
      text.withUnsafeMutableBytes { text in
        for index in prefix.indices { text[index] = uppercase ? uppercased(prefix[index]) : prefix[index] }
        text[prefix.count] = UInt8(ascii: "1")
        for index in values.indices {
          let character = alphabet[Int(values[index])]
          text[prefix.count + 1 + index] = uppercase ? uppercased(character) : character
        }
      }
    }
    return text
  }

  /// Groups of five bits as bytes; nil when a whole group, or a bit that is set, is left over.
  private static func regroup(_ values: borrowing SecretBytes, count: Int) -> SecretBytes? {
    guard count * 5 % 8 < 5 else { return nil }
    var bytes = SecretBytes(count: count * 5 / 8)
    let isWhole = values.withUnsafeBytes { values in
      bytes.withUnsafeMutableBytes { bytes in
        var (bits, held, place): (UInt32, Int, Int) = (0, 0, 0)
        for value in values.prefix(count) {
          bits = (bits << 5 | UInt32(value)) & 0xFFF
          held += 5
          guard held >= 8 else { continue }
          held -= 8
          bytes[place] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
          place += 1
        }
        return bits & ((1 << UInt32(held)) - 1) == 0
      }
    }
    guard isWhole else { return nil }
    return bytes
  }

  /// BIP 173's polynomial over prefix and data: 1 for a text that is whole.
  private static func checksum(of values: UnsafeRawBufferPointer, prefix: [UInt8]) -> UInt32 {
    var sum: UInt32 = 1
    for character in prefix { step(&sum, character >> 5) }
    step(&sum, 0)
    for character in prefix { step(&sum, character & 31) }
    for value in values { step(&sum, value) }
    return sum
  }

  private static func step(_ sum: inout UInt32, _ value: UInt8) {
    let generators: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3
    )
    let top = sum >> 25
    sum = (sum & 0x1FF_FFFF) << 5 ^ UInt32(value)
    if top & 1 != 0 { sum ^= generators.0 }
    if top & 2 != 0 { sum ^= generators.1 }
    if top & 4 != 0 { sum ^= generators.2 }
    if top & 8 != 0 { sum ^= generators.3 }
    if top & 16 != 0 { sum ^= generators.4 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  private static func lowercased(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte | 0x20 : byte }
  private static func uppercased(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte & ~0x20 : byte }
}
