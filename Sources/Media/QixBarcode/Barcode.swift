internal import QixLibraries

/// A code of dark and light modules that a machine reads: a QR code or bars.
package struct Barcode: Sendable {
  package let symbology: Symbology
  /// The text below it for people, which a reader gives too: of an EAN-13 with its check digit.
  package let text: String
  /// Modules in a row and rows, without the quiet zone; bars have one row.
  package let width: Int
  package let height: Int
  private let modules: [Bool]

  /// - Throws: `BarcodeError`: too long, a character that can't be drawn so, a wrong check digit, no library.
  package init(_ text: String, as symbology: Symbology) throws(BarcodeError) {
    var text = text
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .malformed(symbology) }
    // zint would draw other alphabets by Latin-1, which not every reader takes for that.
    if symbology == .code128, !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { throw .malformed(symbology) }
    if symbology == .ean13 { text = try Self.completed(ean: text) }
    let library: BarcodeLibrary
    do {
      library = try BarcodeLibrary.load()
    } catch {
      throw .library(error)
    }
    let grid = try library.modules(of: text, as: symbology)
    self.text = text
    self.symbology = symbology
    width = grid.width
    height = grid.dark.count / grid.width
    modules = grid.dark
  }

  package func isDark(column: Int, row: Int) -> Bool { modules[row * width + column] }

  /// The thirteen digits of twelve or thirteen: the last one makes the sum of all, those in even places three times,
  /// a multiple of ten (GS1 General Specifications, 7.9).
  package static func completed(ean text: String) throws(BarcodeError) -> String {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 12 || digits.count == 13, digits.allSatisfy({ (0...9).contains($0) }) else {
      throw .malformed(.ean13)
    }
    let sum = digits.prefix(12).enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    let check = (10 - sum % 10) % 10
    guard digits.count == 12 || digits[12] == check else { throw .checkDigit(expected: check) }
    return text.prefix(12) + String(check)
  }
}
