internal import QixKernel

/// Why an operation finds nothing out of a file. All that is told of it is a code of its own: sentences are made by the
/// process that waits, since this one's words are a stranger's.
package struct LensFault: Error, Hashable, Sendable {
  /// Lower-case letters, digits and hyphens, at most 40.
  package let code: String

  package init(_ code: String) {
    precondition(
      PlainText.isName(code, 1...40, signs: "-"), "a fault's code is made of small letters, digits and hyphens")
    self.code = code
  }

  /// Nil of what is no code.
  init?(stranger code: String) {
    guard PlainText.isName(code, 1...40, signs: "-") else { return nil }
    self.code = code
  }

  /// It is of no format that is taken.
  package static let unknownFormat = LensFault("unknown-format")
  /// It is of a format that is taken, and can't be read.
  package static let damaged = LensFault("damaged")
  /// It has more pixels than are looked at, whatever its length.
  package static let tooManyPixels = LensFault("too-many-pixels")
  /// It takes more bytes to read than may be handed over.
  package static let tooLong = LensFault("too-long")
  /// It is a PDF, and what draws those isn't installed.
  package static let noDocuments = LensFault("no-documents")
  /// It takes more memory or time than is allowed.
  package static let tooMuch = LensFault("too-much")

  static let sentences: [LensFault: String] = [
    .unknownFormat: "the file has an unsupported format",
    .noDocuments: "the file is a PDF, but the library for PDFs, libqix-pdf.so, is not installed",
    .damaged: "the file is damaged, or was cut short",
    .tooManyPixels: "the picture has more than \(Picture.mostPixels / 1_000_000) million pixels",
    .tooLong: "the file is too large",
    .tooMuch: "the file is too complex to read",
  ]

  /// What who has the file can do about it; nil where the sentence says it.
  var hint: Sentence? {
    switch self {
    case .unknownFormat, .damaged, .tooMuch: "Use the original file, not a copy made by another program."
    case .tooManyPixels: "Make the picture smaller."
    case .noDocuments: "Send a photo or a picture instead."
    default: nil
    }
  }
}
