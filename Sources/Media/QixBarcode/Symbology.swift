/// A way to draw a text so that a machine reads it.
package enum Symbology: Sendable, Hashable {
  /// ISO/IEC 18004: up to 2,953 bytes, fewer the more of it may be lost.
  case qr(Correction)
  /// ISO/IEC 15417: ASCII, wide; up to some forty characters are sensible.
  case code128
  /// ISO/IEC 15420: thirteen digits, of which the last follows from the others.
  case ean13

  /// The share of a QR code that may be dirty or torn: 7, 15, 25 or 30 percent.
  package enum Correction: String, Sendable, CaseIterable {
    case low, medium, quartile, high
  }

  /// The common name.
  package var name: String {
    switch self {
    case .qr: "QR code"
    case .code128: "Code 128"
    case .ean13: "EAN-13"
    }
  }

  /// The empty space that readers need on each side, in modules.
  var quietZone: (left: Int, right: Int, above: Int, below: Int) {
    switch self {
    case .qr: (4, 4, 4, 4)
    case .code128: (10, 10, 2, 2)
    case .ean13: (11, 7, 2, 2)
    }
  }

  var isLinear: Bool {
    if case .qr = self { false } else { true }
  }
}
