package import QixFormats
internal import QixKernel

extension ColumnMapping {
  init(texts: [String], columns: [String]) throws(UsageError) {
    self.init()
    var taken: Set<String> = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw UsageError("--map: '\(text)' is not COLUMN=HEADER", hint: "Write, for example, --map user=Kundennummer.")
      }
      guard let column = columns.first(where: { ColumnName($0) == ColumnName(parts[0]) }) else {
        throw UsageError(
          "--map: there is no column '\(parts[0])'", hint: "The columns are \(columns.joined(separator: ", ")).")
      }
      guard taken.insert(column).inserted else {
        throw UsageError("--map names the column '\(column)' twice", hint: "Name one header per column.")
      }
      guard add(parts[1], standingFor: column) else {
        throw UsageError("--map names the header '\(parts[1])' twice", hint: "Use each header for one column.")
      }
    }
  }
}

/// `--map`, of every command that reads a table.
package struct MapOption: Sendable {
  @Option(
    "map", .text, placeholder: "COLUMN=HEADER", "The file's header for a column: user=Kundennummer")
  private var texts: [String]

  package init() {}

  /// The option's name in messages, and whether it was given.
  package var slot: ParameterSlot { $texts }

  /// - Parameter columns: the names that mean something to the command.
  /// - Throws: `UsageError` where one isn't COLUMN=HEADER, names no such column, or a column or header twice.
  package func mapping(columns: [String]) throws(UsageError) -> ColumnMapping {
    try ColumnMapping(texts: texts, columns: columns)
  }
}

/// `--format` and `--encoding`, of every command that reads lines.
package struct RecordFormatOption: Sendable {
  @Option(
    "format", .choice(["csv", "json-lines"]).serving(.formatOfLines), placeholder: "FORMAT",
    "The file's format (default: detected)")
  private var name: String?
  @Option(
    "encoding", .choice(["utf-8", "windows-1252"]),
    "The file's encoding; older spreadsheets save windows-1252, UTF-16 is detected")
  private var encoding: String?

  package init() {}

  /// The name in messages of the first that was given, and whether one was.
  package var slot: ParameterSlot { $name.isGiven ? $name : $encoding }

  package var format: RecordFormat {
    let format: RecordFormat =
      switch name {
      case "csv": .csv
      case "json-lines": .jsonLines
      default: .automatic
      }
    return format.encoded(encoding == "windows-1252" ? .windows1252 : .unicode)
  }
}
