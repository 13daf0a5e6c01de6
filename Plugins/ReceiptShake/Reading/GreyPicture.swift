internal import QixShake

/// A picture for people to look at: sixteen shades of grey, as PNG (ISO/IEC 15948) that nothing has to be compressed for.
/// Nothing else that the file said is in it.
struct GreyPicture: Sendable {
  /// Pixels of the longer side.
  static let longest = 1_400

  let width: Int
  let height: Int
  /// 0…255, row by row.
  let pixels: [UInt8]

  /// Shrunk to what is needed, by means over squares.
  init(_ picture: Picture, longest: Int = longest) {
    let scale = max(1, Double(max(picture.width, picture.height)) / Double(longest))
    let (width, height) = (max(1, Int(Double(picture.width) / scale)), max(1, Int(Double(picture.height) / scale)))
    (self.width, self.height) = (width, height)
    let channels = picture.channels.rawValue
    pixels = [UInt8](unsafeUninitializedCapacity: width * height) { grey, count in
      for y in 0..<height {
        let rows = y * picture.height / height..<max(y * picture.height / height + 1, (y + 1) * picture.height / height)
        for x in 0..<width {
          let columns =
            x * picture.width
            / width..<max(
              x * picture.width / width + 1, (x + 1) * picture.width / width)
          var sum = 0
          for row in rows {
            for column in columns {
              let place = row * picture.stride + column * channels
              // Green is most of what the eye takes for brightness.
              sum += Int(picture.pixels[channels == 1 ? place : place + 1])
            }
          }
          grey[y * width + x] = UInt8(sum / (rows.count * columns.count))
        }
      }
      count = width * height
    }
  }

  /// Whether each of 8 × 8 places is brighter than the one to its right, as sixteen hexadecimal digits (dHash): the same
  /// for most copies of a picture, and for other pictures now and then.
  var look: String {
    var bits: UInt64 = 0
    func mean(_ x: Int, _ y: Int) -> Int {
      let columns = x * width / 9..<max(x * width / 9 + 1, (x + 1) * width / 9)
      let rows = y * height / 8..<max(y * height / 8 + 1, (y + 1) * height / 8)
      var sum = 0
      for row in rows where row < height {
        for column in columns where column < width { sum += Int(pixels[row * width + column]) }
      }
      return sum / (rows.count * columns.count)
    }
    for y in 0..<8 { for x in 0..<8 { bits = bits << 1 | (mean(x, y) > mean(x + 1, y) ? 1 : 0) } }
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  var png: [UInt8] {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Four bits for a pixel, grey.
    Self.append("IHDR", Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [4, 0, 0, 0, 0], to: &png)
    let stride = (width + 1) / 2
    var rows: [UInt8] = []
    rows.reserveCapacity((stride + 1) * height)
    for y in 0..<height {
      rows.append(0)
      for x in Swift.stride(from: 0, to: width, by: 2) {
        let low = x + 1 < width ? pixels[y * width + x + 1] >> 4 : 0
        rows.append(pixels[y * width + x] & 0xF0 | low)
      }
    }
    Self.append("IDAT", Self.stored(rows), to: &png)
    Self.append("IEND", [], to: &png)
    return png
  }

  /// A zlib stream (RFC 1950) of blocks that are stored as they are (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(bytes.count + bytes.count / 10_000 + 64)
    var place = 0
    repeat {
      let count = min(65_535, bytes.count - place)
      let isLast: UInt8 = place + count == bytes.count ? 1 : 0
      let length = UInt16(count)
      stream += [isLast, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
      stream += bytes[place..<place + count]
      place += count
    } while place < bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + Self.bytes(b << 16 | a)
  }

  private static func append(_ name: String, _ content: [UInt8], to png: inout [UInt8]) {
    let chunk = Array(name.utf8) + content
    png += bytes(UInt32(content.count)) + chunk + bytes(checksum(chunk))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// CRC-32 of ISO 3309, as PNG's annex D has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}
