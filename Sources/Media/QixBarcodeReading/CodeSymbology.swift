internal import CScan

/// Kinds of codes that are read.
package enum CodeSymbology: String, Sendable, CaseIterable {
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upca = "upc-a"
  case upce = "upc-e"
  case itf
  case code128 = "code-128"
  /// Omnidirectional, truncated, stacked.
  case dataBar = "databar"
  case dataBarLimited = "databar-limited"
  /// Also expanded stacked.
  case dataBarExpanded = "databar-expanded"
  case qr
  case dataMatrix = "data-matrix"

  var code: Int32 {
    let bit =
      switch self {
      case .ean13: QIX_SCAN_EAN13
      case .ean8: QIX_SCAN_EAN8
      case .upca: QIX_SCAN_UPCA
      case .upce: QIX_SCAN_UPCE
      case .itf: QIX_SCAN_ITF
      case .code128: QIX_SCAN_CODE128
      case .dataBar: QIX_SCAN_DATABAR
      case .dataBarLimited: QIX_SCAN_DATABAR_LIMITED
      case .dataBarExpanded: QIX_SCAN_DATABAR_EXPANDED
      case .qr: QIX_SCAN_QR
      case .dataMatrix: QIX_SCAN_DATAMATRIX
      }
    return Int32(bit)
  }

  /// Rows of a linear code that have to say the same, over all passes and readers, before it is believed. What has a
  /// weak check, or none (ITF), needs as many as an EAN-13, whose blurred halves are now and then taken for others; the
  /// checksums of codes of two dimensions need no witness.
  var leastEvidence: Int {
    switch self {
    case .ean13, .ean8, .upca, .upce, .itf: 6
    case .code128, .dataBar, .dataBarLimited: 4
    case .dataBarExpanded: 2
    case .qr, .dataMatrix: 0
    }
  }

  /// Rows that a reader needs which is alone with what it says. In the noise of a small picture ZXing-C++ took one UPC-E
  /// for another in 26 of them.
  var leastEvidenceOfOne: Int {
    switch self {
    case .ean13, .upca, .itf: 10
    case .ean8, .upce: 30
    default: leastEvidence
    }
  }

  /// Few digits check each other less.
  var isShort: Bool { self == .ean8 || self == .upce }

  /// Symbologies of one family are taken for each other.
  var isRetail: Bool {
    switch self {
    case .ean13, .ean8, .upca, .upce: true
    default: false
    }
  }

  /// Whether zbar's opinion is asked: its UPC-E and its DataBar Expanded have been wrong, and what it doesn't know it
  /// can't say.
  var isKnownToZbar: Bool {
    switch self {
    case .ean13, .ean8, .upca, .itf, .code128, .dataBar, .qr: true
    case .upce, .dataBarLimited, .dataBarExpanded, .dataMatrix: false
    }
  }
}
