/// What a spreadsheet has left of a text that it took for a number, a formula or a truth value.
package enum CellDamage: Equatable, Sendable {
  /// `1.99999E+11`, `2E+15`: the digits that it doesn't show are gone.
  case rounded
  /// `#N/A`, `#REF!`, `#¡VALOR!`, `#####`: there is no value, or no room for it.
  case error
  /// `TRUE`, `FALSCH`: in capitals, as spreadsheets write them in their own language.
  case truth

  /// Nil for a text that a spreadsheet has left alone, as far as it tells.
  package init?(_ text: String) {
    var text = text
    guard let damage = text.withUTF8({ CellDamage(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = damage
  }

  package init?(_ bytes: UnsafeRawBufferPointer) {
    // Lists have millions of lines: nearly all are told by a look at their bytes.
    if bytes.first == UInt8(ascii: "#") {
      guard Self.isError(String(decoding: bytes.dropFirst(), as: UTF8.self)) else { return nil }
      self = .error
    } else if bytes.contains(UInt8(ascii: "+")) {
      // The sign of the exponent, which spreadsheets write: `1E5` is a code like any other.
      guard CoinAmount.hasExponent(bytes) else { return nil }
      self = .rounded
    } else if (4...9).contains(bytes.count), bytes.allSatisfy({ (0x41...0x5A).contains($0) }) {
      guard Self.truths.contains(String(decoding: bytes, as: UTF8.self)) else { return nil }
      self = .truth
    } else {
      return nil
    }
  }

  /// The rest of a sentence about the text.
  package var sentence: String {
    switch self {
    case .rounded: "is a number that a spreadsheet has rounded: its last digits and leading zeros are lost"
    case .error: "is an error value of a spreadsheet"
    case .truth: "is a truth value that a spreadsheet made from text"
    }
  }

  /// The hint for a damaged cell.
  package static let remedy = "Format the column as text before you enter the values, and export it again."

  /// Whether it has the form of an error: spreadsheets write errors in their own language, such as `#BEZUG!` and
  /// `#NOMBRE?`. A number sign before a number is not an error.
  private static func isError(_ rest: String) -> Bool {
    rest == "N/A" || rest == "NV" || rest.count > 1 && rest.allSatisfy { $0 == "#" }
      || rest.first.map { $0.isLetter || "¡¿".contains($0) } == true && (rest.hasSuffix("!") || rest.hasSuffix("?"))
  }

  private static let truths: Set = [
    "TRUE", "FALSE", "WAHR", "FALSCH", "VRAI", "FAUX", "VERO", "FALSO", "VERDADERO", "VERDADEIRO", "WAAR", "ONWAAR",
  ]
}
