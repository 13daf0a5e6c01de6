/// A reader of the text of pictures: an engine with its models loaded.
package protocol TextReader: Sendable {
  /// Its name in answers and figures: `pp-ocr`, `tesseract`.
  var name: String { get }
  /// Whether it reads lines that run down the picture, too.
  var readsSideways: Bool { get }

  /// - Throws: `ReadingError` where the engine fails.
  func read(_ pixels: Pixels) throws -> [TextLine]
}

/// An upright picture of eight bits a channel: red, green, blue, row by row without gaps.
package struct Pixels: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  /// - Parameter bytes: three for each pixel.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0 && bytes.count == width * height * 3)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}
