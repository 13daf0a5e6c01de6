internal import Glibc

extension RecordReader {
  /// Goes to the next line that is not blank and reads its object.
  mutating func nextObject() throws(RecordError) -> Bool {
    var length = 0
    repeat {
      window.start += consumed
      (consumed, recordLength) = (0, 0)
      line = nextLine
      guard let found = try lineLength() else { return false }
      nextLine += 1
      consumed = found < window.available ? found + 1 : found
      length = found
    } while isBlankLine(length)
    recordLength = length
    if length > 0, window.record[length - 1] == .carriageReturn { recordLength -= 1 }
    record += 1
    do {
      try readObject()
    } catch {
      throw failure(error.problem, atOffset: error.offset)
    }
    return true
  }

  /// Returns the number of bytes up to the next line feed or the end of the input; nil when there are none.
  private mutating func lineLength() throws(RecordError) -> Int? {
    var searched = 0
    while true {
      if window.available > searched {
        let rest = window.record + searched
        if let found = memchr(rest, Int32(UInt8.lineFeed), window.available - searched) {
          let length = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(window.record)
          guard length <= RecordWindow.longestRecord else {
            throw RecordError(file: name, line: line, column: nil, problem: .tooLong)
          }
          return length
        }
        searched = window.available
      }
      guard try more() else { return searched > 0 ? searched : nil }
    }
  }

  private func isBlankLine(_ length: Int) -> Bool {
    UnsafeBufferPointer(start: window.record, count: length).allSatisfy {
      $0 == .space || $0 == .tab || $0 == .carriageReturn
    }
  }

  private struct ObjectFault: Error {
    let problem: RecordError.Problem
    let offset: Int

    init(_ problem: RecordError.Problem, _ offset: Int) { (self.problem, self.offset) = (problem, offset) }
    init(_ fault: JSONScanner.Fault) {
      self.init(fault.problem == .duplicateKey ? .duplicateKey : .json(fault.problem), fault.offset)
    }
  }

  private mutating func readObject() throws(ObjectFault) {
    var scanner = JSONScanner(window.record, count: recordLength)
    scanner.skipBlanks()
    guard scanner.take(.leftBrace) else { throw ObjectFault(.notAnObject, scanner.index) }
    var hasEscapes = false
    do throws(JSONScanner.Fault) {
      hasEscapes = try readMembers(&scanner)
      scanner.skipBlanks()
      if scanner.index < scanner.count { throw scanner.fault(.textBehind) }
    } catch {
      throw ObjectFault(error)
    }
    if hasEscapes { unescapeStrings(scanner) }
  }

  /// Reads what stands between the braces; true when a string holds escapes.
  private mutating func readMembers(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> Bool {
    var hasEscapes = false
    var expected = 0
    scanner.skipBlanks()
    if scanner.take(.rightBrace) { return false }
    repeat {
      scanner.skipBlanks()
      let offset = scanner.index
      let key = try scanner.string()
      let column = try self.column(of: key, in: scanner, expected: expected)
      guard fields.entries[column].serial != fields.serial else { throw scanner.fault(.duplicateKey, at: offset) }
      try scanner.colon()
      let field = try readValue(&scanner)
      if field.place == .escaped { hasEscapes = true }
      fields.entries[column] = field
      expected = column + 1
    } while try !scanner.endsAfterValue(.rightBrace)
    return hasEscapes
  }

  private func readValue(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> FieldTable.Field {
    scanner.skipBlanks()
    var field = FieldTable.Field()
    field.serial = fields.serial
    field.offset = UInt32(truncatingIfNeeded: scanner.index)
    var start = scanner.index
    var end: Int
    switch scanner.next {
    case UInt8.quote?:
      let span = try scanner.string()
      (start, end) = (span.start, span.end)
      if span.hasEscapes { field.place = .escaped }
    case UInt8(ascii: "n")?:
      try scanner.literal("null")
      end = scanner.index
      field.place = .null
    default:
      // The object itself is the first level.
      try scanner.skipValue(depth: 1)
      end = scanner.index
    }
    field.start = UInt32(truncatingIfNeeded: start)
    field.count = UInt32(truncatingIfNeeded: end - start)
    return field
  }

  /// The column of a key, found without a String where keys come in the order of earlier objects.
  private mutating func column(
    of key: JSONScanner.Span, in scanner: JSONScanner, expected: Int
  ) throws(JSONScanner.Fault) -> Int {
    let length = key.end - key.start
    if !key.hasEscapes, expected < keys.count, keys[expected].count == length,
      keys[expected].elementsEqual(UnsafeBufferPointer(start: scanner.bytes + key.start, count: length))
    {
      return expected
    }
    let text = String(unsafeUninitializedCapacity: length) { buffer in
      buffer.baseAddress.map { scanner.unescape(key, into: $0) } ?? 0
    }
    if let column = columnsByKey[text] { return column }
    let name = mapping.column(of: text)
    let meant = ColumnName(name)
    if columnsByName[meant] == nil, columns.count >= Self.mostColumns {
      throw JSONScanner.Fault(problem: .tooManyKeys, offset: key.start)
    }
    let column = columnsByName[meant] ?? addColumn(name, meant)
    // A spelling is kept for the next line, but not more of them than columns: they too could be made up.
    if columnsByKey.count < 2 * Self.mostColumns { columnsByKey[text] = column }
    // A key asked for beforehand is from now on compared as the file spells it.
    if keys[column] != Array(text.utf8) { keys[column] = Array(text.utf8) }
    return column
  }

  private mutating func unescapeStrings(_ scanner: JSONScanner) {
    let scratch = fields.openScratch(recordLength)
    for column in 0..<columns.count {
      let field = fields.entries[column]
      guard field.serial == fields.serial, field.place == .escaped else { continue }
      let span = JSONScanner.Span(start: Int(field.start), end: Int(field.start + field.count), hasEscapes: true)
      fields.setUnescaped(column, count: scanner.unescape(span, into: scratch + fields.scratchEnd))
    }
  }
}
