extension RecordReader {
  /// Reads on within the current record; false at the end of the input.
  mutating func more() throws(RecordError) -> Bool {
    do {
      return try window.more()
    } catch {
      throw located(error)
    }
  }

  /// An error of this input at an offset from the start of the current record.
  func failure(_ problem: RecordError.Problem, atOffset offset: Int) -> RecordError {
    let (line, column) = place(ofOffset: offset)
    return RecordError(file: name, line: line, column: column, problem: problem, example: example)
  }

  /// The line and the character in it at an offset from the start of the current record.
  func place(ofOffset offset: Int) -> (line: Int, column: Int) {
    var (line, column) = (max(1, self.line), 1)
    let bytes = window.record
    for index in 0..<min(offset, window.available) {
      let byte = bytes[index]
      if byte == .lineFeed || byte == .carriageReturn && (index + 1 == offset || bytes[index + 1] != .lineFeed) {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80, byte != .carriageReturn {
        // One for each character: the bytes that continue one don't count.
        column += 1
      }
    }
    return (line, column)
  }

  private func located(_ fault: ByteFault) -> RecordError {
    switch fault.problem {
    case .unreadable: RecordError(file: name, line: nil, column: nil, problem: fault.problem)
    case .tooLong: RecordError(file: name, line: line, column: nil, problem: .tooLong)
    default: failure(fault.problem, atOffset: fault.offset)
    }
  }
}
