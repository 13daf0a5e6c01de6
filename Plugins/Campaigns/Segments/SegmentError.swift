internal import QixFormats
internal import QixKernel

/// Why something was not done to a segment.
enum SegmentError: Diagnosable, Equatable {
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

  var category: ErrorCategory {
    switch self {
    case .notFound: .notFound
    case .malformedName, .upsideDown, .noUserColumn: .usage
    case .line(_, _, _, _, let isNotFound): isNotFound ? .notFound : .usage
    // That of the first line, as in every batch.
    case .someRefused(_, _, let category): category
    case .exists, .inUse, .hasRule: .conflict
    case .unreadable(let error): error.category
    }
  }

  var code: String {
    switch self {
    case .notFound: "campaigns.segment-not-found"
    case .malformedName: "campaigns.segment-name-malformed"
    case .exists: "campaigns.segment-exists"
    case .inUse: "campaigns.segment-in-use"
    case .hasRule: "campaigns.segment-has-rule"
    case .upsideDown: "campaigns.segment-upside-down"
    case .noUserColumn: "campaigns.segment-no-user-column"
    case .line: "campaigns.segment-line"
    case .unreadable(let error): error.code
    case .someRefused: "campaigns.segment-lines-refused"
    }
  }

  var description: String {
    switch self {
    case .notFound(let name, let near):
      "there is no segment '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .malformedName(let name):
      "'\(name)' can't be a segment's name: use 1 to \(CampaignName.most) lower-case letters, digits, '-' and '_', "
        + "beginning with a letter or digit"
    case .exists(let name): "there is a segment '\(name)' already"
    case .inUse(let name, let campaigns):
      "the segment '\(name)' can't be removed: it is the audience of \(campaigns.joined(separator: ", "))"
    case .hasRule(let name): "the segment '\(name)' follows a rule, so no users can be put into it"
    case .upsideDown: "the segment would have nobody in it: --before is not later than --since"
    case .noUserColumn(let file, let columns):
      "\(file): there is no column 'user'; the header has \(columns.map { "'\($0)'" }.joined(separator: ", "))"
    case .line(let file, let line, let cause, _, _): "\(file), line \(line): \(cause)"
    case .unreadable(let error): error.description
    case .someRefused(let count, let first, _):
      "\(count) \(count == 1 ? "line was" : "lines were") not done; the first: \(first)"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix segment list`."
    case .malformedName: nil
    case .exists(let name): "See it with `qix segment show \(name)`."
    case .inUse: "End those campaigns, or give them another audience."
    case .hasRule: "Make one without a rule: `qix segment create NAME`."
    case .upsideDown: "Give --since the earlier of the two."
    case .noUserColumn:
      "The first line names the columns; usr_… or external ids belong into 'user'; --map user=HEADER says that another one has them."
    case .line(_, _, _, let hint, _):
      (hint.map { "\($0) " } ?? "") + "The lines before it are done; the file can be imported again."
    case .unreadable(let error): error.hint
    case .someRefused: "The others are done; mend these and import the file again."
    }
  }
}
