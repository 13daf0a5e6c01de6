extension Terminal {
  /// Prints a document in the format that was asked for.
  ///
  /// Under `--quiet` only its `primary` is printed, if it has one; `--json`, `--tsv` and `--csv` ask for the data.
  /// - Throws: `OutputError`
  package func emit(_ document: Document) throws(OutputError) {
    let document = told(isUnmasked ? document.unmasked : document).arranged(globals.table)
    switch globals.format {
    case .json: try output.write(document.json(onOneLine: isOfLines))
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

  /// Prints a list as it comes, in constant memory.
  ///
  /// When `rows` throws, the JSON is still closed, with `"complete": false` as its last member.
  /// - Parameters:
  ///   - key: the array's name in JSON.
  ///   - primary: the key of the column that is printed alone under `--quiet`.
  ///   - rows: is handed an emitter and calls `row` on it for each record.
  /// - Throws: `OutputError`, or what `rows` throws.
  package func emit(
    _ schema: String, key: String, columns: [Column], primary: String? = nil,
    rows: (RowEmitter) throws -> Void
  ) throws {
    let emitter = RowEmitter(self, schema, key: key, columns, primary: primary)
    do {
      try rows(emitter)
    } catch {
      try emitter.finish(isComplete: false)
      throw error
    }
    try emitter.finish(isComplete: true)
  }
}
