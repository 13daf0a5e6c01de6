internal import QixFormats
internal import QixKernel

/// Why a line of a batch was not done: what a single command would have said, and where in the file.
struct LineFault: Diagnosable {
  let file: String
  let line: Int
  /// The character at which the value at fault begins, where it is one value.
  let column: Int?
  let cause: any Diagnosable

  /// Whether nothing behind the line can be read.
  var endsReading: Bool { (cause as? RecordError)?.endsReading ?? false }

  init(file: String, line: Int, column: Int?, cause: any Diagnosable) {
    self.file = file
    self.line = line
    self.column = column
    self.cause = cause
  }

  /// A record that can't be taken apart says itself where.
  init(_ error: RecordError, line: Int) {
    self.init(file: error.file, line: error.line ?? line, column: error.column, cause: error)
  }

  /// Why another line of the same chain was not done.
  func linked(to other: Int) -> LineFault {
    LineFault(
      file: file, line: other, column: nil, cause: LinkedFault(line: line, category: category))
  }

  var category: ErrorCategory { cause.category }
  var code: String { cause.code }
  var description: String {
    if cause is RecordError { return cause.description }
    return place + cause.description
  }

  private var place: String { "\(file), line \(line)\(column.map { ", column \($0)" } ?? ""): " }
  var hint: String? { cause.hint }
}

/// A value of a batch that can't be read.
struct FieldFault: Diagnosable {
  /// The index of the column in the reader.
  let field: Int?
  let description: String
  let hint: String?
  var category: ErrorCategory { .usage }
  var code: String { "coins.line-malformed" }

  init(_ field: Int?, _ description: String, hint: String? = nil) {
    self.field = field
    self.description = description
    self.hint = hint
  }
}

/// Another line of the same chain can't be done.
struct LinkedFault: Diagnosable {
  /// Where the fault itself is.
  let line: Int
  /// That of the fault itself.
  let category: ErrorCategory
  var code: String { "coins.line-linked" }
  var description: String { "the line is linked with line \(line), which could not be done" }
}
