internal import QixModule

/// Why something was not done to a segment.
enum SegmentError: Failing, Equatable {
  case notFound(String, near: String?)
  case malformedName(String)
  case exists(String)
  case inUse(String, by: [String])
  /// A segment with a rule takes no list.
  case hasRule(String)
  case upsideDown
  case noUserColumn(file: String, columns: [String])
  /// - Parameter cause: a sentence about the line's value.
  case line(file: String, line: Int, cause: String, hint: String?, isNotFound: Bool = false)
  /// A line that is no record.
  case unreadable(RecordError)
  case someRefused(count: Int64, first: String, category: ErrorCategory)

  var failure: Failure {
    switch self {
    case .notFound(let name, let near):
      Failure(
        "campaigns.segment-not-found", .notFound,
        "there is no segment '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix segment list`.")
    case .malformedName(let name):
      Failure(
        "campaigns.segment-name-malformed", .usage,
        "'\(name)' can't be a segment's name: use 1 to \(CampaignName.most) lower-case letters, digits, '-' and '_', "
          + "beginning with a letter or digit")
    case .exists(let name):
      Failure(
        "campaigns.segment-exists", .conflict, "segment '\(name)' already exists",
        hint: "See it with `qix segment show \(name)`.")
    case .inUse(let name, let campaigns):
      Failure(
        "campaigns.segment-in-use", .conflict,
        "the segment '\(name)' can't be removed: it is the audience of \(campaigns.joined(separator: ", "))",
        hint: "End those campaigns, or give them another audience.")
    case .hasRule(let name):
      Failure(
        "campaigns.segment-has-rule", .conflict, "the segment '\(name)' follows a rule, so no users can be put into it",
        hint: "Make one without a rule: `qix segment create NAME`.")
    case .upsideDown:
      Failure(
        "campaigns.segment-upside-down", .usage,
        "the segment would have no members: --before is not later than --since",
        hint: "Give --since the earlier of the two.")
    case .noUserColumn(let file, let columns):
      Failure(
        "campaigns.segment-no-user-column", .usage,
        "\(file): there is no column 'user'; the header has \(columns.map { "'\($0)'" }.joined(separator: ", "))",
        hint:
          "The first line names the columns; usr_… or external ids belong into 'user'; --map user=HEADER says that another one has them."
      )
    case .line(let file, let line, let cause, let hint, let isNotFound):
      Failure(
        "campaigns.segment-line", isNotFound ? .notFound : .usage, "\(file), line \(line): \(cause)",
        hint: (hint.map { "\($0) " } ?? "") + "Mend it and import the file again: who is in it stays.")
    case .unreadable(let error):
      Failure(error.code, error.category, error.description, hint: error.hint)
    case .someRefused(let count, let first, let category):
      // The category is that of the first line, as in every batch.
      Failure(
        "campaigns.segment-lines-refused", category,
        "\(count) \(count == 1 ? "line was" : "lines were") not done; the first: \(first)",
        hint: "Mend these and import the file again: who is in it stays.")
    }
  }
}
