extension Terminal {
  /// Prints a document in the format that was asked for.
  ///
  /// Under `--quiet` only its `primary` is printed, if it has one; `--json` and `--tsv` ask for the data all the same.
  /// - Throws: `OutputError`
  package func emit(_ document: Document) throws(OutputError) {
    let document = told(isUnmasked ? document.unmasked : document).arranged(globals.table)
    switch globals.format {
    case .json: try output.write(document.json(onOneLine: isOfLines))
    case .tsv:
      try output.write(document.tsv())
      // One table has one set of columns, so awk and cut can't be given two.
      let rest = document.tables.dropFirst()
      if let table = document.firstTable, !rest.isEmpty {
        note("--tsv prints the table '\(table.key)' alone; --json has \(rest.map(\.key).joined(separator: ", ")) too.")
      }
    case .human where globals.isQuiet:
      if let primary = document.primary { try output.write(primary.sanitised(keepingLines: true) + "\n") }
    case .human: try output.write(document.human(manner, colors: colorsOutput))
    }
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
