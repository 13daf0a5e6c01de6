internal import QixBatch
internal import QixModule

extension LineFault {
  /// Why another line of the same chain was not done.
  func linked(to other: Int) -> LineFault {
    LineFault(
      file: file, line: other, column: nil, cause: LinkedFault(line: line, category: category))
  }
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

/// A line that says what it said, and would be done in another way, since the options are others.
struct OtherOptions: Diagnosable, Equatable {
  /// Those that are known to differ.
  let options: [String]
  var category: ErrorCategory { .conflict }
  var code: String { "coins.key-conflict" }
  var description: String {
    let others = options.isEmpty ? "other options" : "another \(options.joined(separator: " and another "))"
    return "this line was done before, with \(others); a line of a batch is done once, whatever the options say"
  }
  var hint: String? {
    "Say what was said then. To do it once more, name another batch with --batch NAME, or say --again."
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
