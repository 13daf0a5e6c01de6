extension Barcode {
  /// The way a terminal draws it.
  package enum Ink: Sendable {
    /// Black on white by escapes, whatever the terminal's colours are.
    case colours
    /// Light modules are drawn: for terminals with light letters on dark.
    case lightOnDark
    /// Dark modules are drawn: for paper, and terminals with dark letters on light.
    case darkOnLight
  }

  /// Lines of half blocks. A QR code has two rows of modules in a line, a column each; bars have two modules in a
  /// column, as many lines as they need.
  package func lines(_ ink: Ink) -> [String] {
    let field = field
    let inverted = ink == .lightOnDark
    func isDrawn(_ column: Int, _ row: Int) -> Bool {
      guard column < field.width, row < field.height else { return inverted }
      return field.isDark(column, row) != inverted
    }
    var lines: [String] = []
    if symbology.isLinear {
      let middle = field.height / 2
      var line = ""
      for column in stride(from: 0, to: field.width, by: 2) {
        line += Self.glyph(isDrawn(column, middle), isDrawn(column + 1, middle), "▌", "▐")
      }
      // A character is about twice as high as wide, so this looks like the picture.
      lines = Array(repeating: line, count: max(6, field.height / 4))
    } else {
      for row in stride(from: 0, to: field.height, by: 2) {
        var line = ""
        for column in 0..<field.width {
          line += Self.glyph(isDrawn(column, row), isDrawn(column, row + 1), "▀", "▄")
        }
        lines.append(line)
      }
    }
    guard ink == .colours else { return lines }
    return lines.map { "\u{1B}[30;107m\($0)\u{1B}[0m" }
  }

  /// Columns that `lines` take.
  package var columns: Int { symbology.isLinear ? (field.width + 1) / 2 : field.width }

  private static func glyph(_ first: Bool, _ second: Bool, _ onlyFirst: String, _ onlySecond: String) -> String {
    switch (first, second) {
    case (true, true): "█"
    case (true, false): onlyFirst
    case (false, true): onlySecond
    case (false, false): " "
    }
  }
}
