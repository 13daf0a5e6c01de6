internal import CPicture
internal import QixLibraries

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

extension Picture: CustomStringConvertible {
  /// Without the pixels.
  package var description: String { "\(width) × \(height), \(channels)" }
}

extension Picture {
  /// Pixels of a picture that are looked at; what has more is refused by its header. A telephone's photos have 12 to 50
  /// million.
  package static let mostPixels = 64_000_000

  /// The rights of an operation that decoding needs: HEIC's decoder works in a thread of its own.
  package static let rights: LensRights = .threads

  /// Loads what decodes, and has it open what it opens at first use. For the initialiser of an operation.
  ///
  /// PDFs are taken where poppler is there; without it they are refused by name.
  /// - Throws: `LibraryError` where what decodes pictures is missing.
  package static func load() throws {
    _ = try PictureLibrary.pictures.get()
    _ = try? PictureLibrary.documents.get()
  }

  /// Decodes JPEG, PNG, WebP, HEIC, and the first page of a PDF, by what the file begins with.
  ///
  /// Only within a worker: what decodes is other people's, and large. `load` comes first, as long as files can be opened.
  /// - Parameters:
  ///   - longest: pixels of the longer side; a longer one is shrunk to it, a JPEG while it is decoded. Nil for all there
  ///     are.
  ///   - mostPixels: of the header, before anything is shrunk.
  /// - Throws: `unknownFormat`, `noDocuments`, `damaged`, `tooManyPixels`, `tooMuch`.
  package static func decode(
    _ file: [UInt8], as channels: Channels = .rgb, longest: Int? = nil, mostPixels: Int = mostPixels
  ) throws(LensFault) -> Picture {
    let wish = qix_picture_wish(
      channels: Int32(channels.rawValue), longest: Int32(clamping: longest ?? 0), most_pixels: Int64(mostPixels))
    let isDocument = file.starts(with: Array("%PDF-".utf8))
    guard let library = try? (isDocument ? PictureLibrary.documents : PictureLibrary.pictures).get() else {
      throw isDocument ? .noDocuments : .unknownFormat
    }
    return try library.decode(file, wish)
  }

  /// Encodes it as JPEG (ISO/IEC 10918-1), with nothing but its pixels.
  ///
  /// Only within a worker, after `load`.
  /// - Parameter quality: 1 to 100.
  /// - Throws: `tooMuch` where there is no memory for it.
  package func jpeg(quality: Int) throws(LensFault) -> [UInt8] {
    precondition((1...100).contains(quality), "a quality is from 1 to 100")
    guard let library = try? PictureLibrary.pictures.get() else { throw .unknownFormat }
    return try library.encode(self, quality: quality)
  }
}
