internal import QixKernel

extension RecordReader {
  /// What the next record is, for who goes on behind one that can't be read.
  package enum Step: Sendable {
    case record
    /// The record can't be taken apart; whatever can be read behind it comes next.
    case fault(RecordError)
    case end
  }

  /// Goes to the next record. Behind a fault that ends reading there is nothing but the end.
  package mutating func step() -> Step {
    guard failure == nil else { return .end }
    do throws(RecordError) { return try next() ? .record : .end } catch { return .fault(error) }
  }

  /// The value of a column without blanks at its ends, which are a spreadsheet's; nil where nothing is left.
  package func word(_ column: Int) -> String? {
    guard let word = text(column).map(PlainText.withoutBlanks), !word.isEmpty else { return nil }
    return word
  }
}
