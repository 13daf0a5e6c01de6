extension Barcode {
  /// The modules with the quiet zone around them; bars so many rows high that a reader finds them.
  struct Field {
    let width: Int
    let height: Int
    let isDark: (_ column: Int, _ row: Int) -> Bool
  }

  /// Bars are a quarter as high as wide, and at least as high as most readers ask for.
  var field: Field {
    let quiet = symbology.quietZone
    let rows = symbology.isLinear ? max(24, width / 4) : height
    return Field(width: quiet.left + width + quiet.right, height: quiet.above + rows + quiet.below) { column, row in
      let (column, row) = (column - quiet.left, row - quiet.above)
      guard (0..<width).contains(column), (0..<rows).contains(row) else { return false }
      return isDark(column: column, row: symbology.isLinear ? 0 : row)
    }
  }

  /// A grey PNG.
  /// - Parameter scale: pixels for each module, 1 to 32.
  /// - Throws: `BarcodeError.library`, `.failed`.
  package func png(scale: Int = 8) throws(BarcodeError) -> [UInt8] {
    precondition((1...32).contains(scale))
    let field = field
    let width = field.width * scale
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * field.height * scale)
    for row in 0..<field.height {
      var line: [UInt8] = []
      for column in 0..<field.width {
        line.append(contentsOf: repeatElement(field.isDark(column, row) ? 0 : 255, count: scale))
      }
      for _ in 0..<scale { pixels.append(contentsOf: line) }
    }
    do {
      return try BarcodeLibrary.load().png(pixels, width: width, height: field.height * scale)
    } catch let error as BarcodeError {
      throw error
    } catch {
      throw .failed
    }
  }

  /// An SVG of 1.1 with a unit a module, in black on white and with no reference to anything outside of it.
  ///
  /// Neighbours are one rectangle, or a printer would show hair lines between them.
  package func svg() -> String {
    let field = field
    var path = ""
    var row = 0
    while row < field.height {
      // Rows of bars are all alike.
      let rows = symbology.isLinear && field.isDark(symbology.quietZone.left, row) ? field.height - 2 * row : 1
      var column = 0
      while column < field.width {
        guard field.isDark(column, row) else {
          column += 1
          continue
        }
        let start = column
        while column < field.width, field.isDark(column, row) { column += 1 }
        path += "M\(start) \(row)h\(column - start)v\(rows)h-\(column - start)z"
      }
      row += rows
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 \(field.width) \(field.height)" \
      width="\(field.width * 4)" height="\(field.height * 4)" shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff"/>
      <path fill="#000" d="\(path)"/>
      </svg>

      """
  }
}
