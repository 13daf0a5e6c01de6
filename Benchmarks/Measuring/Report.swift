package import QixCommands
internal import QixTerminal

/// A figure of a report, or what it is a figure of.
package enum Figure: Sendable {
  case text(String)
  case integer(Int64)
  case decimal(Double, places: Int)
  /// Nothing was measured.
  case missing

  var cell: Cell {
    switch self {
    case .text(let text): .text(text)
    case .integer(let value): .integer(value)
    case .decimal(let value, let places): .decimal(value, places: places)
    case .missing: .missing
    }
  }

  /// With two decimals at most, as a table in a text needs no more.
  var markdown: String {
    switch self {
    case .text(let text): return text
    case .integer(let value): return "\(value)"
    case .decimal(let value, let places):
      let scale: Double = places == 0 ? 1 : places == 1 ? 10 : 100
      let rounded = (value * scale).rounded() / scale
      return places == 0 ? "\(Int64(rounded))" : "\(rounded)"
    case .missing: return "-"
    }
  }
}

/// Figures of one benchmark: printed as a table, as JSON or TSV where that was asked for, or as Markdown.
package struct Report: Answer {
  private let name: String
  private let titles: [String]
  private var rows: [[Figure]] = []
  private var isMarkdown = false
  /// Why the figures are none to rely on.
  package var failure: (any Error)?

  /// - Parameter titles: of the columns; the first says what was measured.
  package init(_ name: String, _ titles: [String]) {
    self.name = name
    self.titles = titles
  }

  package mutating func add(_ figures: Figure...) { add(figures) }
  package mutating func add(_ figures: [Figure]) { rows.append(figures) }

  package func asMarkdown(_ isMarkdown: Bool) -> Report {
    var report = self
    report.isMarkdown = isMarkdown
    return report
  }

  package mutating func tell(isDryRun: Bool) {}

  package func emit(to face: any Face) throws {
    guard isMarkdown else {
      var document = Document("bench.\(name)/1")
      let columns = titles.enumerated().map { index, title in
        Column(title, title, alignment: index == 0 ? .leading : .trailing)
      }
      document.table("figures", columns: columns, rows: rows.map { $0.map(\.cell) })
      return try document.emit(to: face)
    }
    var text = "| " + titles.joined(separator: " | ") + " |\n"
    text += "| ---" + String(repeating: " | ---:", count: titles.count - 1) + " |\n"
    for row in rows { text += "| " + row.map(\.markdown).joined(separator: " | ") + " |\n" }
    try face.write(text + "\n")
  }
}
