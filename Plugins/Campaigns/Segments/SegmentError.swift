internal import QixModule

/// A segment that is gone, or a line of its file at fault.
enum SegmentError: Failing, Equatable {
  case notFound(String, near: String?)
  /// - Parameter cause: a sentence about the line's value.
  case line(file: String, line: Int, cause: String, hint: Sentence?, isNotFound: Bool = false)

  var failure: Failure {
    switch self {
    case .notFound(let name, let near):
      Failure(
        "campaigns.segment-not-found", .notFound,
        "there is no segment '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "List segments with `qix segment list`.")
    case .line(let file, let line, let cause, let hint, let isNotFound):
      Failure(
        "campaigns.segment-line", isNotFound ? .notFound : .usage, "\(file), line \(line): \(cause)",
        hint: (hint.map { "\($0) " } ?? "")
          + "Fix the line and import the file again: users already in the segment stay.")
    }
  }
}
