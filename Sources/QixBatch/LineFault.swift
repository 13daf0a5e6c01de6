package import QixFormats
package import QixKernel

/// Why a line of a batch was not done: what a single command would have said, and where in the file.
package struct LineFault: Placed {
  package let file: String
  package let line: Int
  /// The character at which the value at fault begins, where it is one value.
  package let column: Int?
  /// The column at fault.
  package let field: ColumnTitle?
  package let cause: any Diagnosable
  /// What else is wrong with the line, so that it need not be sent again for each.
  package var others: [Other] = []

  /// A further value at fault.
  package struct Other: Sendable {
    let field: ColumnTitle?
    let cause: any Diagnosable

    package init(field: ColumnTitle?, cause: any Diagnosable) { (self.field, self.cause) = (field, cause) }

    fileprivate var sentence: Sentence { "; \(field.map { "\($0): " } ?? "")\(cause.sentence)" }
  }

  /// Whether nothing behind the line can be read.
  package var endsReading: Bool { (cause as? RecordError)?.endsReading ?? false }

  package init(file: String, line: Int, column: Int?, field: ColumnTitle? = nil, cause: any Diagnosable) {
    self.file = file
    self.line = line
    self.column = column
    self.field = field
    self.cause = cause
  }

  /// A record that can't be taken apart says itself where.
  package init(_ error: RecordError, line: Int) {
    self.init(file: error.file, line: error.line ?? line, column: error.column, cause: error)
  }

  package var category: ErrorCategory { cause.category }
  package var code: String { cause.code }
  package var sentence: Sentence {
    if cause is RecordError { return cause.sentence }
    return "\(line(at: field?.description ?? column.map { "column \($0)" })): \(cause.sentence)"
      + others.map(\.sentence).joined(separator: "")
  }

  /// The place; of a column the letter alone: its header stands in the file.
  package var place: String { line(at: (field?.letter ?? column.map { "\($0)" }).map { "column \($0)" }) }
  package var hint: Sentence? { cause.hint }

  private func line(at column: String?) -> String { "\(file), line \(line)\(column.map { ", \($0)" } ?? "")" }
}
