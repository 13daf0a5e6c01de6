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
  private let manner: Manner
  /// The columns that were asked for.
  private let picked: [Int]
  /// The positions of the columns shown to a person: without those of which they may be told nothing, and on a terminal
  /// without those that have been empty so far.
  private var shown: [Int] = []
  private var short: ShortIdentifiers?
  private var hasMoments = false
  /// Rows that wait for being sorted.
  private var unsorted: [[Cell]] = []
  private let order: (([Cell], [Cell]) -> Bool)?
  private let primary: Int?
  private var json: JSONWriter
  private var waiting: [[Cell]] = []
  private var table: HumanTable?
  private var hasRows = false
  private(set) var notes: [Note] = []
  /// The declared shape of the list, where that is checked.
  var shape: AnswerShape?

  init(_ terminal: Terminal, _ schema: String, key: String, _ columns: [Column], primary: String?) {
    self.terminal = terminal
    (self.schema, self.key) = (schema, key)
    self.columns = columns
    // Before the rows come, since they may come out of a transaction, in which no other is opened for the zone.
    manner = terminal.manner
    picked = terminal.globals.table.indices(of: columns) ?? Array(columns.indices)
    order = terminal.globals.table.order(of: columns)
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
    let told = terminal.told(terminal.isUnmasked ? cells.map(\.unmasked) : cells, of: columns)
    if order == nil { try print(told) } else { unsorted.append(told) }
  }

  private func print(_ cells: [Cell]) throws(OutputError) {
    switch terminal.globals.format {
    case .json:
      cells.write(to: &json, columns)
      try terminal.write(json.drain())
    case .tsv:
      try writeHeader(Document.line)
      try terminal.write(Document.line(picked.map { cells[$0] }))
    case .csv:
      try writeHeader(Document.csvLine)
      try terminal.write(Document.csvLine(picked.map { cells[$0].csv }))
    case .human where terminal.globals.isQuiet:
      if let primary { try terminal.write(cells[primary].plain.sanitised() + "\n") }
    case .human: try human(cells)
    }
    hasRows = true
  }

  /// Tells the person something behind the list.
  package func note(_ text: String) { notes.append(.note(text)) }
  /// Tells the person that the list goes on, and the command that shows the rest.
  package func noteMore(_ command: String) { notes.append(.more(command)) }

  func finish(isComplete: Bool) throws(OutputError) {
    if let order { for cells in unsorted.sorted(by: order) { try print(cells) } }
    switch terminal.globals.format {
    case .json:
      json.endArray()
      if !isComplete { json.member("complete", false) }
      json.endObject()
      try terminal.write(json.drain() + "\n")
    case .tsv: try writeHeader(Document.line)
    case .csv: try writeHeader(Document.csvLine)
    case .human where terminal.globals.isQuiet: break
    case .human:
      try settle()
      if !hasRows, isComplete { try terminal.write("none\n") }
      if hasMoments, let foot = manner.foot { try terminal.write("\n\(foot)\n") }
    }
  }

  private func writeHeader(_ line: ([String]) -> String) throws(OutputError) {
    if !hasRows { try terminal.write(line(picked.map { columns[$0].key })) }
  }

  private func human(_ cells: [Cell]) throws(OutputError) {
    if !hasMoments { hasMoments = cells.contains(where: \.isMoment) }
    // A column that was left out has a value after all: the list goes on as a table that has it.
    if table != nil, picked.contains(where: { !shown.contains($0) && mayShow($0) && !cells[$0].isEmpty }) {
      table = nil
      try terminal.write("\n")
    }
    if let table {
      try terminal.write(table.line(texts(cells)) + "\n")
    } else {
      waiting.append(cells)
      if waiting.count == Self.sample { try settle() }
    }
  }

  private func mayShow(_ index: Int) -> Bool { columns[index].datum.map(terminal.mayTell) ?? true }

  private func texts(_ cells: [Cell]) -> [String] {
    shown.map { index in short?.text(cells[index], manner) ?? cells[index].human(manner) }
  }

  /// Fixes the columns and their widths, and prints what has waited for them.
  private func settle() throws(OutputError) {
    guard table == nil, !waiting.isEmpty else { return }
    let able = picked.filter(mayShow)
    let rows = waiting.map { row in able.map { row[$0] } }
    shown = manner.shown(able.map { columns[$0] }, rows).map { able[$0] }
    if manner.isBrief { short = ShortIdentifiers(rows) }
    let cells = waiting.map { row in shown.map { row[$0] } }
    let lines = waiting.map { texts($0) }
    let visible = shown.map { columns[$0] }
    let table = HumanTable(
      visible, measuredFrom: lines, width: manner.width, wrapping: manner.wrapping(visible, cells))
    try terminal.write(table.header(colors: terminal.colorsOutput))
    for line in lines { try terminal.write(table.line(line) + "\n") }
    waiting = []
    self.table = table
  }
}
