package import QixKernel
package import QixLibraries

/// Why nothing was drawn. No sentence repeats the text, which may be worth money.
package enum BarcodeError: Failing {
  case tooLong(Symbology)
  /// Something in it can't be drawn so.
  case malformed(Symbology)
  /// The last of thirteen digits doesn't follow from the others.
  case checkDigit(expected: Int)
  /// The library that draws isn't there.
  case library(LibraryError)
  case failed

  package var failure: Failure {
    switch self {
    case .tooLong(let symbology):
      Failure(
        "barcode.too-long", .usage, "that is more than \(symbology.article) \(symbology.name) can hold",
        hint: symbology.isQR ? "Shorten it, or choose less correction." : Self.asQR)
    case .malformed(let symbology):
      Failure(
        "barcode.malformed", .usage,
        symbology == .ean13
          ? "an EAN-13 has 12 or 13 digits from 0 to 9 and nothing else"
          : "there are characters in it that \(symbology.article) \(symbology.name) can't hold",
        hint: symbology == .code128 ? Self.asQR : nil)
    case .checkDigit(let expected):
      Failure(
        "barcode.check-digit", .usage, "the last digit of this EAN-13 doesn't match the others, which need \(expected)",
        hint: "Check for a mistyped digit, or leave the last digit out, and qix computes it.")
    case .library(let error): Failure(error.code, error.category, error.sentence, hint: error.hint)
    case .failed: Failure("barcode.failed", .failed, "the code could not be drawn")
    }
  }

  private static let asQR: Sentence = "Draw it as a QR code."
}

extension Symbology {
  fileprivate var isQR: Bool { if case .qr = self { true } else { false } }
  fileprivate var article: String { self == .ean13 ? "an" : "a" }
}
