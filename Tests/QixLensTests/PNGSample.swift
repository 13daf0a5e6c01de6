/// A grey PNG without compression (PNG specification, third edition; RFC 1950, RFC 1951).
enum PNGSample {
  static func file(width: Int, height: Int, _ pixel: (Int, Int) -> UInt8) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows.append(pixel(x, y)) }
    }
    return file(width: width, height: height, depth: 8, data: stored(rows))
  }

  /// - Parameter data: of IDAT.
  static func file(width: Int, height: Int, depth: UInt8, data: [UInt8]) -> [UInt8] {
    let header = number(UInt32(width)) + number(UInt32(height)) + [depth, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
      + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return number(UInt32(body.count)) + named + number(checksum(named))
  }

  private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (stream, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let length = UInt16(part.count)
      stream.append(rest.isEmpty ? 1 : 0)
      for value in [length, ~length] { stream += withUnsafeBytes(of: value.littleEndian) { Array($0) } }
      stream += part
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + number(b << 16 | a)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var rest: UInt32 = .max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return ~rest
  }
}
