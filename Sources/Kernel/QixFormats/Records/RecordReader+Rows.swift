extension RecordReader {
  /// Goes to the next row that has content, and checks its number of fields against the header.
  mutating func nextRow() throws(RecordError) -> Bool {
    do {
      guard try scanRow() else { return false }
    } catch {
      // One that can't be split is a row as well, and what is told of it names its number.
      record += 1
      throw error
    }
    record += 1
    guard fieldCount != columns.count else { return true }
    // Fields behind the last column are what spreadsheets leave there, as long as they are empty.
    if fieldCount > columns.count, !hasContent(from: columns.count) { return true }
    throw failure(
      .fieldCount(found: fieldCount, expected: columns.count),
      atOffset: fieldCount > columns.count ? fields.offset(columns.count) ?? 0 : recordLength)
  }

  /// Scans rows until one has content; false at the end of the input.
  mutating func scanRow() throws(RecordError) -> Bool {
    repeat {
      window.start += consumed
      (consumed, recordLength, fieldCount) = (0, 0, 0)
      line = nextLine
      if skipsLineFeed {
        if window.available == 0 { guard try more() else { return false } }
        if window.record[0] == .lineFeed { window.start += 1 }
        skipsLineFeed = false
      }
      if window.available == 0 { guard try more() else { return false } }
      try splitRow()
    } while !hasContent(from: 0)
    return true
  }

  /// Whether any field from an index on holds more than blanks.
  private func hasContent(from first: Int) -> Bool {
    let record = window.record
    for index in first..<max(first, fieldCount) {
      guard let bytes = fields.bytes(index, record: record) else { continue }
      if bytes.contains(where: { $0 != .space && $0 != .tab }) { return true }
    }
    return false
  }

  /// Splits the row that starts the window into its fields.
  ///
  /// All offsets count from the row's start, because reading on moves the window. The loop keeps what it needs in local
  /// variables; this is where a batch spends its time.
  private mutating func splitRow() throws(RecordError) {
    let separator = UInt8(truncatingIfNeeded: delimiter?.value ?? 0x2C)
    let patterns = ScanPatterns(separator)
    let serial = fields.serial
    var entries = fields.entries
    var capacity = fields.capacity
    var bytes = window.record
    var limit = window.available
    var index = 0
    var count = 0
    var lineBreaks = 0
    var hasEscapes = false

    row: while true {
      if count == capacity {
        fields.reserve(count + 1)
        (entries, capacity) = (fields.entries, fields.capacity)
      }
      var field = FieldTable.Field()
      field.serial = serial
      field.offset = UInt32(truncatingIfNeeded: index)
      if index == limit, try more() { (bytes, limit) = (window.record, window.available) }

      if index < limit, bytes[index] == .quote {
        // Quoted: up to a quote that is not doubled.
        let opening = index
        index += 1
        field.start = UInt32(truncatingIfNeeded: index)
        var escapes = 0
        while true {
          if index == limit {
            guard try more() else { throw failure(.unclosedQuote, atOffset: opening) }
            (bytes, limit) = (window.record, window.available)
          }
          let byte = bytes[index]
          index += 1
          if byte == .quote {
            if index == limit, try more() { (bytes, limit) = (window.record, window.available) }
            guard index < limit, bytes[index] == .quote else { break }
            index += 1
            escapes += 1
          } else if byte == .lineFeed {
            // The line feed of a pair was counted with its carriage return; see below.
            lineBreaks += 1
          } else if byte == .carriageReturn {
            if index == limit, try more() { (bytes, limit) = (window.record, window.available) }
            if index == limit || bytes[index] != .lineFeed { lineBreaks += 1 }
          }
        }
        field.count = UInt32(truncatingIfNeeded: index - 1 - opening - 1)
        if escapes > 0 {
          field.place = .escaped
          hasEscapes = true
        }
        entries[count] = field
        count += 1
        guard index < limit else { break row }
        let byte = bytes[index]
        if byte == separator {
          index += 1
          continue row
        }
        guard byte == .lineFeed || byte == .carriageReturn else { throw failure(.textAfterQuote, atOffset: index) }
        break row
      }

      // Plain: up to a delimiter or a line break. A quote inside is a character like any other, as in 5" nails.
      let start = index
      field.start = field.offset
      plain: while true {
        index = patterns.next(bytes, from: index, to: limit)
        if index == limit {
          guard try more() else { break plain }
          (bytes, limit) = (window.record, window.available)
          continue plain
        }
        guard bytes[index] == .quote else { break plain }
        if isBlank(bytes + start, count: index - start) { throw failure(.blankBeforeQuote, atOffset: start) }
        index += 1
      }
      field.count = UInt32(truncatingIfNeeded: index - start)
      entries[count] = field
      count += 1
      guard index < limit, bytes[index] == separator else { break row }
      index += 1
    }

    guard index <= RecordWindow.longestRecord else {
      throw RecordError(file: name, line: line, column: nil, problem: .tooLong)
    }
    recordLength = index
    consumed = index
    if index < limit {
      consumed += 1
      skipsLineFeed = bytes[index] == .carriageReturn
    }
    nextLine = line + lineBreaks + 1
    fieldCount = count
    if hasEscapes { unescapeQuotes() }
  }

  private func isBlank(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
    UnsafeBufferPointer(start: bytes, count: count).allSatisfy { $0 == .space || $0 == .tab }
  }

  /// Writes the values with doubled quotes, each quote once, into the scratch memory.
  private mutating func unescapeQuotes() {
    let scratch = fields.openScratch(recordLength)
    let record = window.record
    for column in 0..<fieldCount where fields.entries[column].place == .escaped {
      let field = fields.entries[column]
      let target = scratch + fields.scratchEnd
      var written = 0
      var index = Int(field.start)
      let end = index + Int(field.count)
      while index < end {
        target[written] = record[index]
        written += 1
        index += record[index] == .quote ? 2 : 1
      }
      fields.setUnescaped(column, count: written)
    }
  }
}

/// Finds the next delimiter, quote or line break, eight bytes at a time.
private struct ScanPatterns {
  private let separator: UInt64

  init(_ separator: UInt8) { self.separator = Self.repeated(separator) }

  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The offset of the first such byte, or the limit. Reads up to seven bytes behind the limit, where the window has
  /// memory of its own.
  ///
  /// A byte equal to the pattern becomes zero by the exclusive or, and the subtraction borrows out of it into its top
  /// bit. Bytes above a match may be marked wrongly, so only the lowest mark counts (little-endian).
  @inline(__always)
  func next(_ bytes: UnsafeMutablePointer<UInt8>, from start: Int, to limit: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var index = start
    while index < limit {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks =
        Self.marks(word ^ separator) | Self.marks(word ^ Self.repeated(.quote))
        | Self.marks(word ^ Self.repeated(.lineFeed)) | Self.marks(word ^ Self.repeated(.carriageReturn))
      if marks != 0 { return min(limit, index + marks.trailingZeroBitCount >> 3) }
      index += 8
    }
    return limit
  }

  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
