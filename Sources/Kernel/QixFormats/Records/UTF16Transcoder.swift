/// Turns UTF-16, as Excel's “Unicode text” is written, into UTF-8, across any cutting into chunks.
struct UTF16Transcoder {
  let isLittleEndian: Bool
  private var firstByte: UInt8?
  private var highSurrogate: UInt16?

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// Whether the bytes so far end in the middle of a character.
  var isIncomplete: Bool { firstByte != nil || highSurrogate != nil }

  /// Decodes bytes into a buffer with room for three bytes for each two, and three more.
  /// - Returns: the count of bytes written, and whether all was well-formed; what was written before a fault is good.
  mutating func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>
  ) -> (count: Int, isWellFormed: Bool) {
    var count = 0
    for byte in input {
      guard let first = firstByte else {
        firstByte = byte
        continue
      }
      firstByte = nil
      let unit = isLittleEndian ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte)
      let scalar: UInt32
      switch (highSurrogate, unit) {
      case (let high?, 0xDC00...0xDFFF):
        scalar = 0x1_0000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        highSurrogate = nil
      case (nil, 0xD800...0xDBFF):
        highSurrogate = unit
        continue
      case (.some, _), (nil, 0xDC00...0xDFFF):
        return (count, false)
      default:
        scalar = UInt32(unit)
      }
      count += Self.encode(scalar, into: output + count)
    }
    return (count, true)
  }

  /// Writes a scalar that is no surrogate as one to four bytes of UTF-8 (RFC 3629 §3); returns how many.
  static func encode(_ scalar: UInt32, into output: UnsafeMutablePointer<UInt8>) -> Int {
    func byte(_ prefix: UInt32, _ shift: UInt32, _ mask: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: prefix | scalar >> shift & mask)
    }
    switch scalar {
    case 0..<0x80:
      output[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case 0x80..<0x800:
      output[0] = byte(0xC0, 6, 0x1F)
      output[1] = byte(0x80, 0, 0x3F)
      return 2
    case 0x800..<0x1_0000:
      output[0] = byte(0xE0, 12, 0x0F)
      output[1] = byte(0x80, 6, 0x3F)
      output[2] = byte(0x80, 0, 0x3F)
      return 3
    default:
      output[0] = byte(0xF0, 18, 0x07)
      output[1] = byte(0x80, 12, 0x3F)
      output[2] = byte(0x80, 6, 0x3F)
      output[3] = byte(0x80, 0, 0x3F)
      return 4
    }
  }
}
