internal import QixCommands
internal import QixFormats

extension Document {
  /// The first table as a line of keys and a line for each row, or else a line `key<TAB>value` for each field; the
  /// fields of a group are `group.key`.
  func tsv() -> String {
    if let table = firstTable {
      return Self.line(table.columns.map(\.key)) + table.rows.map { Self.line($0) }.joined()
    }
    return Self.fields(parts, prefix: "")
  }

  /// The same as CSV.
  func csv() -> String {
    if let table = firstTable {
      return Self.csvLine(table.columns.map(\.key)) + table.rows.map { Self.csvLine($0.map(\.csv)) }.joined()
    }
    return Self.csvFields(parts, prefix: "")
  }

  private static func csvFields(_ parts: [Part], prefix: String) -> String {
    parts.map { part in
      switch part {
      case .field(let key, _, let cell): csvLine([prefix + key, cell.csv])
      case .table: ""
      case .group(let key, _, let inner): csvFields(inner, prefix: prefix + key + ".")
      }
    }.joined()
  }

  static func csvLine(_ fields: [String]) -> String {
    var writer = CSVWriter()
    writer.row(fields)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func line(_ cells: [String]) -> String { line(cells) { $0 } }

  static func line(_ cells: [Cell]) -> String { line(cells) { $0.plain } }

  /// Returns a line as bytes: lists have thousands of lines, and a string grows by more work than an array of bytes.
  private static func line<Part>(_ parts: [Part], _ text: (Part) -> String) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(128)
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(UInt8(ascii: "\t")) }
      line.append(contentsOf: text(part).escapedForTSV.utf8)
    }
    line.append(UInt8(ascii: "\n"))
    return String(decoding: line, as: UTF8.self)
  }

  private static func fields(_ parts: [Part], prefix: String) -> String {
    parts.map { part in
      switch part {
      case .field(let key, _, let cell): line([prefix + key, cell.plain])
      case .table: ""
      case .group(let key, _, let inner): fields(inner, prefix: prefix + key + ".")
      }
    }.joined()
  }
}

extension Cell {
  /// The value in a table for spreadsheets. A text that one would take for a formula gets an apostrophe in front.
  var csv: String {
    switch self {
    case .confidential(_, let cell, _), .share(_, let cell): cell.csv
    case .integer, .coins, .decimal, .timestamp, .end, .date, .boolean, .missing, .withheld: plain
    case .text, .sentence, .identifier, .personal, .list, .object:
      CellGuard.guarded(plain.sanitised(keepingLines: true))
    }
  }
}
