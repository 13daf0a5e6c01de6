import Foundation
import QixTesting

/// Files to add.
enum Samples {
  /// A sample of QixLensTests: quarters of red, green, blue and white, upright 48 by 32.
  static func file(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../QixLensTests/Samples")
    return Array(try Data(contentsOf: folder.appending(path: name).standardizedFileURL))
  }

  /// A JPEG with EXIF that turns it to 32 by 48 and says where it was taken, and with a comment.
  static func located() throws -> [UInt8] {
    // TIFF, little-endian. IFD 0: orientation 6, and the place of the IFD of GPS, with the reference of a latitude.
    let tiff: [UInt8] = [
      0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0,
      0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0,
      0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0,
      1, 0, 1, 0, 2, 0, 2, 0, 0, 0, 0x4E, 0, 0, 0, 0, 0, 0, 0,
    ]
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    bytes += segment(0xFE, Array("GPS 45.4642 N".utf8))
    bytes += try file("quarters-1.jpg").dropFirst(2)
    return bytes
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// A JPEG whose header promises 20,000 by 20,000 pixels.
  static func huge() throws -> [UInt8] {
    var bytes = try file("quarters-1.jpg")
    let frame = bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) } ?? 0
    for place in [frame + 5, frame + 7] { (bytes[place], bytes[place + 1]) = (0x4E, 0x20) }
    return bytes
  }

  /// Puts a file into a home, and returns its path.
  static func write(_ bytes: [UInt8], to name: String, in home: TestHome) throws -> String {
    let path = "\(home.path)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
