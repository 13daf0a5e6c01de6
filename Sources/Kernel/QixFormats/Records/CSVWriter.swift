/// Writes rows as RFC 4180 asks: commas, CRLF, double quotes where needed; UTF-8 without a byte order mark.
///
/// A value that begins with `=`, `+`, `-` or `@` is written as it is, although a spreadsheet may take it for a formula:
/// an export has to give back what was stored. To open an export with values of strangers in a spreadsheet, import its
/// columns as text.
package struct CSVWriter {
  /// The bytes written since the last `removeAll`.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends one row. A row of one empty value is written as `""`, because an empty line is no record.
  package mutating func row(_ fields: some Sequence<String>) {
    let start = bytes.count
    var isFirst = true
    for field in fields {
      if !isFirst { bytes.append(.comma) }
      isFirst = false
      var field = field
      field.withUTF8 { append($0) }
    }
    if bytes.count == start { bytes += [.quote, .quote] }
    bytes += [.carriageReturn, .lineFeed]
  }

  /// Forgets what was written, keeping the memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ field: UnsafeBufferPointer<UInt8>) {
    // Blanks at the ends are quoted too, because some readers cut them off.
    let needsQuotes =
      field.first == .space || field.last == .space
      || field.contains { $0 == .comma || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn }
    guard needsQuotes else {
      bytes.append(contentsOf: field)
      return
    }
    bytes.append(.quote)
    for byte in field {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    bytes.append(.quote)
  }
}
