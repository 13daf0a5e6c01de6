package import QixKernel
package import QixLibraries

/// Why nothing was drawn. No sentence repeats the text, which may be worth money.
package enum BarcodeError: Diagnosable {
  case tooLong(Symbology)
  /// Something in it can't be drawn so.
  case malformed(Symbology)
  /// The last of thirteen digits doesn't follow from the others.
  case checkDigit(expected: Int)
  /// The library that draws isn't there.
  case library(LibraryError)
  case failed

  package var category: ErrorCategory {
    switch self {
    case .tooLong, .malformed, .checkDigit: .usage
    case .library(let error): error.category
    case .failed: .failed
    }
  }

  package var code: String {
    switch self {
    case .tooLong: "barcode.too-long"
    case .malformed: "barcode.malformed"
    case .checkDigit: "barcode.check-digit"
    case .library(let error): error.code
    case .failed: "barcode.failed"
    }
  }

  package var description: String {
    switch self {
    case .tooLong(let symbology): "that is more than \(symbology.article) \(symbology.name) can hold"
    case .malformed(.ean13): "an EAN-13 is 12 or 13 digits from 0 to 9 and nothing else"
    case .malformed(let symbology): "there are characters in it that \(symbology.article) \(symbology.name) can't hold"
    case .checkDigit(let expected): "the last digit of this EAN-13 doesn't fit the others: they ask for \(expected)"
    case .library(let error): error.description
    case .failed: "the code could not be drawn"
    }
  }

  package var hint: String? {
    switch self {
    case .tooLong(.qr): "Shorten it, or ask for less correction."
    case .tooLong, .malformed(.code128): "Draw it as a QR code."
    case .checkDigit: "Look whether a digit was mistyped, or leave the last one out and it is worked out."
    case .library(let error): error.hint
    default: nil
    }
  }
}

extension Symbology {
  fileprivate var article: String { self == .ean13 ? "an" : "a" }
}
