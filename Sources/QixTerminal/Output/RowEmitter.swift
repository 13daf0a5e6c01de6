internal import QixFormats

/// Takes the records of a long list one by one and prints each in the format that was asked for.
///
/// It lives for the time of one `Terminal.emit` and stays on that thread.
package final class RowEmitter {
  /// The number of rows from which the widths of a human table are taken.
  private static let sample = 500

  private let schema: String, key: String
  private let terminal: Terminal
  private let columns: [Column]
  /// The positions of the columns shown to a person: without those of which they may be told nothing.
  private let shown: [Int]
  private let primary: Int?
  private var json: JSONWriter
  private var waiting: [[String]] = []
  private var table: HumanTable?
  private var hasRows = false
  private(set) var notes: [Note] = []
  /// The declared shape of the list, where that is checked.
  var shape: AnswerShape?

  init(_ terminal: Terminal, _ schema: String, key: String, _ columns: [Column], primary: String?) {
    self.terminal = terminal
    (self.schema, self.key) = (schema, key)
    self.columns = columns
    shown = columns.indices.filter { index in columns[index].datum.map(terminal.mayTell) ?? true }
    self.primary = primary.flatMap { key in columns.firstIndex { $0.key == key } }
    json = JSONWriter.indented()
    json.beginObject()
    json.member("schema", schema)
    json.key(key)
    json.beginArray()
  }

  /// Prints one record.
  /// - Precondition: there is a cell for each column.
  /// - Throws: `OutputError`
  package func row(_ cells: [Cell]) throws(OutputError) {
    precondition(cells.count == columns.count, "a row has \(cells.count) cells for \(columns.count) columns")
    let fault = shape?.fault(in: cells, of: columns, key: key, schema: schema)
    precondition(fault == nil, "undeclared answer: \(fault ?? "")")
    let cells = terminal.told(terminal.isUnmasked ? cells.map(\.unmasked) : cells, of: columns)
    switch terminal.globals.format {
    case .json:
      cells.write(to: &json, columns)
      try terminal.write(json.drain())
    case .tsv:
      try writeHeaderOfTSV()
      try terminal.write(Document.line(cells))
    case .human where terminal.globals.isQuiet:
      if let primary { try terminal.write(cells[primary].plain.sanitised() + "\n") }
    case .human: try human(shown.map { cells[$0].human })
    }
    hasRows = true
  }

  /// Tells the person something behind the list.
  package func note(_ text: String) { notes.append(.note(text)) }
  /// Tells the person that the list goes on, and the command that shows the rest.
  package func noteMore(_ command: String) { notes.append(.more(command)) }

  func finish(isComplete: Bool) throws(OutputError) {
    switch terminal.globals.format {
    case .json:
      json.endArray()
      if !isComplete { json.member("complete", false) }
      json.endObject()
      try terminal.write(json.drain() + "\n")
    case .tsv: try writeHeaderOfTSV()
    case .human where terminal.globals.isQuiet: break
    case .human:
      try settle()
      if !hasRows, isComplete { try terminal.write("none\n") }
    }
  }

  private func writeHeaderOfTSV() throws(OutputError) {
    if !hasRows { try terminal.write(Document.line(columns.map(\.key))) }
  }

  private func human(_ cells: [String]) throws(OutputError) {
    if let table {
      try terminal.write(table.line(cells) + "\n")
    } else {
      waiting.append(cells)
      if waiting.count == Self.sample { try settle() }
    }
  }

  /// Fixes the widths and prints what has waited for them.
  private func settle() throws(OutputError) {
    guard table == nil, !waiting.isEmpty else { return }
    let table = HumanTable(shown.map { columns[$0] }, measuredFrom: waiting)
    try terminal.write(table.header(colors: terminal.colorsOutput))
    for cells in waiting { try terminal.write(table.line(cells) + "\n") }
    waiting = []
    self.table = table
  }
}
