internal import QixCommands

/// Prints the rows of a list on a terminal: as JSON, as lines of TSV or CSV, as a table for people, or only the names.
final class TerminalRows: RowPrinter {
  /// The number of rows from which the widths of a human table are taken.
  private static let sample = 500

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
  /// Nil for other formats.
  private let json: JSONRows?
  private var waiting: [[Cell]] = []
  private var table: HumanTable?
  private var hasRows = false

  init(_ terminal: Terminal, _ head: ListHead) {
    self.terminal = terminal
    columns = head.columns
    // Before the rows come, since they may come out of a transaction, in which no other is opened for the zone.
    manner = terminal.manner
    picked = terminal.globals.table.indices(of: columns) ?? Array(columns.indices)
    order = terminal.globals.table.order(of: columns)
    primary = head.primary.flatMap { key in head.columns.firstIndex { $0.key == key } }
    json = terminal.globals.format == .json ? JSONRows(head, terminal.output) : nil
  }

  func print(_ cells: [Cell]) throws(OutputError) {
    if order == nil { try write(cells) } else { unsorted.append(cells) }
  }

  private func write(_ cells: [Cell]) throws(OutputError) {
    switch terminal.globals.format {
    case .json: try json?.print(cells)
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

  func finish(isComplete: Bool) throws(OutputError) {
    if let order { for cells in unsorted.sorted(by: order) { try write(cells) } }
    switch terminal.globals.format {
    case .json: try json?.finish(isComplete: isComplete)
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
