extension RecordReader {
  /// Reads the header: finds the delimiter, names the columns.
  mutating func readHeader() throws(RecordError) {
    line = 1
    delimiter = try explicitDelimiter()
    if delimiter == nil { delimiter = try detectDelimiter() }
    guard try scanRow() else { throw RecordError(file: name, line: nil, column: nil, problem: .empty) }

    var count = fieldCount
    // Spreadsheets leave delimiters behind the last column; such columns may hold nothing.
    while count > 0, headerName(count - 1).isEmpty { count -= 1 }
    guard count <= Self.mostColumns else { throw failure(.tooManyColumns, atOffset: 0) }
    for index in 0..<count {
      let name = headerName(index)
      let offset = fields.offset(index) ?? 0
      guard !name.isEmpty else { throw failure(.emptyColumnName(position: index + 1), atOffset: offset) }
      let column = mapping.column(of: name)
      let meant = ColumnName(column)
      if let first = columnsByName[meant] {
        throw failure(.duplicateColumn(name: name, first: first + 1, second: index + 1), atOffset: offset)
      }
      addColumn(column, meant)
      spellings.append(name)
    }
    // In JSON Lines any line may still bring it.
    if let missing = mapping.headers.first(where: { !hasHeader($0) }) {
      throw RecordError(file: name, line: line, column: nil, problem: .noHeader(missing))
    }
  }

  private func headerName(_ index: Int) -> String {
    text(index)?.trimmingBlanks ?? ""
  }

  /// The delimiter that Excel's first line `sep=;` tells; that line is passed over.
  private mutating func explicitDelimiter() throws(RecordError) -> Unicode.Scalar? {
    let mark: StaticString = "sep="
    while window.available < mark.utf8CodeUnitCount + 2 {
      guard try more() else { break }
    }
    let bytes = window.record
    guard window.available >= mark.utf8CodeUnitCount + 1 else { return nil }
    for index in 0..<mark.utf8CodeUnitCount {
      // In any case of letters; the equals sign has that bit already.
      guard bytes[index] | 0x20 == mark.utf8Start[index] else { return nil }
    }
    let byte = bytes[mark.utf8CodeUnitCount]
    guard byte < 0x80, byte != .quote, byte != .lineFeed, byte != .carriageReturn else { return nil }
    let lineEnd = mark.utf8CodeUnitCount + 1
    guard window.available == lineEnd || bytes[lineEnd] == .lineFeed || bytes[lineEnd] == .carriageReturn
    else { return nil }
    skipsLineFeed = window.available > lineEnd && bytes[lineEnd] == .carriageReturn
    window.start += min(window.available, lineEnd + 1)
    nextLine += 1
    line = nextLine
    return Unicode.Scalar(byte)
  }

  /// Returns the most frequent candidate outside quotes in the first non-blank line; a comma when there is none.
  private mutating func detectDelimiter() throws(RecordError) -> Unicode.Scalar {
    let candidates: [Unicode.Scalar] = [",", ";", "\t", "|"]
    var counts = [0, 0, 0, 0]
    var isQuoted = false
    var isBlank = true
    var offset = 0
    scan: while true {
      if offset == window.available {
        guard offset <= RecordWindow.longestRecord, try more() else { break }
      }
      let byte = window.record[offset]
      offset += 1
      if byte == .quote {
        isQuoted.toggle()
        isBlank = false
      } else if !isQuoted {
        if byte == .lineFeed || byte == .carriageReturn {
          if !isBlank { break scan }
        } else if let index = candidates.firstIndex(where: { UInt32(byte) == $0.value }) {
          counts[index] += 1
          isBlank = false
        } else if byte != .space {
          isBlank = false
        }
      }
    }
    let most = counts.max() ?? 0
    return counts.firstIndex(of: most).map { candidates[$0] } ?? ","
  }
}
