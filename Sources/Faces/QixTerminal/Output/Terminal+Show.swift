package import QixCommands
internal import QixKernel

extension Terminal {
  /// Prints a document in the format that was asked for, with its chart and its page.
  ///
  /// Under `--quiet` only its `primary` is printed, if it has one; `--json`, `--tsv` and `--csv` ask for the data.
  /// - Throws: `OutputError`, or what writing a chart or a page throws.
  package func show(_ document: Document) throws {
    if !document.isSilent { try print(document.arranged(globals.table)) }
    try document.chart?.show(isBelow: !document.isSilent, in: self)
    try document.page?.write(document, in: self)
  }

  private func print(_ document: Document) throws(OutputError) {
    switch globals.format {
    case .json: try output.write(document.json())
    case .tsv:
      try output.write(document.tsv())
      noteOtherTables(of: document, "--tsv")
    case .csv:
      try output.write(document.csv())
      noteOtherTables(of: document, "--csv")
    case .human where globals.isQuiet:
      if let primary = document.primary { try output.write(primary.sanitised(keepingLines: true) + "\n") }
    case .human: try output.write(document.human(manner, colors: colorsOutput))
    }
  }

  /// One table has one set of columns, so awk, cut and spreadsheets can't be given two.
  private func noteOtherTables(of document: Document, _ option: String) {
    let rest = document.tables.dropFirst()
    guard let table = document.firstTable, !rest.isEmpty else { return }
    note("\(option) prints the table '\(table.key)' alone; --json has \(rest.map(\.key).joined(separator: ", ")) too.")
  }

  package func list(_ head: ListHead) -> any RowPrinter { TerminalRows(self, head) }
}
