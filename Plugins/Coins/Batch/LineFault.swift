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
  let sentence: Sentence
  let hint: Sentence?
  var category: ErrorCategory { .usage }
  var code: String { "coins.line-malformed" }

  init(_ field: Int?, _ sentence: Sentence, hint: Sentence? = nil) {
    self.field = field
    self.sentence = sentence
    self.hint = hint
  }
}

/// A line that was done before would be paid by another budget now.
struct OtherPayer: Diagnosable, Equatable {
  var category: ErrorCategory { .conflict }
  var code: String { "coins.key-conflict" }
  var sentence: Sentence { "this line was done before, with another --from" }
  var hint: Sentence? { "Repeat the earlier --from. To do all lines as a new batch, give --new-batch NAME." }
}

/// Another line of the same chain can't be done.
struct LinkedFault: Diagnosable {
  /// Where the fault itself is.
  let line: Int
  /// That of the fault itself.
  let category: ErrorCategory
  var code: String { "coins.line-linked" }
  var sentence: Sentence { "the line is linked with line \(line), which could not be done" }
}
