internal import QixOCR
internal import QixShake

/// The text of a picture and the picture as its text stands upright.
///
/// The recogniser reads lines that are upside down as other letters, and is unsure of them: over the development receipts
/// its letters have 0.96 to 0.99 on average as they should be and 0.64 to 0.71 upside down. A doubtful picture is turned
/// and read again, and the surer reading counts.
struct UprightReading {
  /// The average confidence of a letter below which a picture is turned.
  static let doubtful = 0.78
  /// Half turns make of lines that run up lines that run down, which are read.
  private static let turns = [2, 1, 3]

  let picture: Picture
  let lines: [TextLine]

  /// What was read elsewhere.
  init(picture: Picture, lines: [TextLine]) { (self.picture, self.lines) = (picture, lines) }

  /// - Throws: what the reader throws.
  init(of picture: Picture, by reader: any TextReader) throws {
    var best = (picture: picture, lines: try Self.read(picture, reader))
    for turn in Self.turns.prefix(reader.readsSideways ? 1 : 3) where Self.sureness(of: best.lines) < Self.doubtful {
      let turned = picture.turned(quarters: turn)
      let lines = try Self.read(turned, reader)
      if Self.sureness(of: lines) > Self.sureness(of: best.lines) { best = (turned, lines) }
    }
    (self.picture, lines) = best
  }

  private static func read(_ picture: Picture, _ reader: any TextReader) throws -> [TextLine] {
    try reader.read(Pixels(width: picture.width, height: picture.height, bytes: picture.pixels))
  }

  /// Of an average letter; 1 where there are too few to tell anything by.
  static func sureness(of lines: [TextLine]) -> Double {
    let letters = lines.reduce(0) { $0 + $1.text.utf8.count }
    guard letters >= 40 else { return 1 }
    return lines.reduce(0) { $0 + $1.confidence * Double($1.text.utf8.count) } / Double(letters)
  }
}

extension Picture {
  /// The picture turned clockwise.
  /// - Parameter quarters: of a turn, 0 to 3.
  func turned(quarters: Int) -> Picture {
    precondition((0...3).contains(quarters), "a turn has four quarters")
    guard quarters > 0 else { return self }
    let (isHalf, depth) = (quarters == 2, channels.rawValue)
    let (wide, high) = isHalf ? (width, height) : (height, width)
    let bytes = [UInt8](unsafeUninitializedCapacity: pixels.count) { out, count in
      pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<high {
          for x in 0..<wide {
            let (column, row) =
              switch quarters {
              case 1: (y, height - 1 - x)
              case 2: (width - 1 - x, height - 1 - y)
              default: (width - 1 - y, x)
              }
            for channel in 0..<depth {
              out[(y * wide + x) * depth + channel] = pixels[(row * width + column) * depth + channel]
            }
          }
        }
      }
      count = pixels.count
    }
    return Picture(width: wide, height: high, channels: channels, pixels: bytes)
  }
}
