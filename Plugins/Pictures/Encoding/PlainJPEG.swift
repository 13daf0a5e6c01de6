internal import QixCrypto

/// A JPEG (ISO/IEC 10918-1) with nothing before its pixels but what decoding needs: no EXIF, no comment, no profile.
struct PlainJPEG: Sendable, Equatable {
  let bytes: [UInt8]
  /// Pixels, 1 or more.
  let width: Int64
  let height: Int64

  /// The first 16 bytes of BLAKE2b, as 32 hexadecimal digits.
  var digest: String { Hexadecimal.encode(BLAKE2b.hash(bytes, size: 16)) }

  /// - Returns: nil for any other file.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]), bytes.reversed().starts(with: [0xD9, 0xFF]) else { return nil }
    func number(_ place: Int) -> Int64 { Int64(bytes[place]) << 8 | Int64(bytes[place + 1]) }
    var (place, width, height) = (2, Int64(0), Int64(0))
    // Annex B: a marker, the length of its segment, and the segment, up to the first scan.
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let (marker, end) = (bytes[place + 1], place + 2 + Int(number(place + 2)))
      guard end >= place + 4, end <= bytes.count else { return nil }
      switch marker {
      // Tables, and the head that says only that it is a JPEG.
      case 0xC4, 0xDB, 0xDD, 0xE0: break
      // A frame: sequential or progressive.
      case 0xC0, 0xC2:
        guard width == 0, end >= place + 9 else { return nil }
        (height, width) = (number(place + 5), number(place + 7))
      case 0xDA:
        guard width > 0, height > 0 else { return nil }
        (self.bytes, self.width, self.height) = (bytes, width, height)
        return
      default: return nil
      }
      place = end
    }
    return nil
  }
}
