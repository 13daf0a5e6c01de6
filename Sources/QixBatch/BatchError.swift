internal import QixCommands
package import QixKernel

/// Why a batch is not found or not done, if several places find it or code decides by it.
package enum BatchError: Failing, Equatable {
  case notFound(String)
  case exists(String, action: String)
  /// A line names a new user who is hardly one.
  case doubtfulName(String, DoubtfulName)

  package var failure: Failure {
    switch self {
    case .notFound(let name):
      Failure(
        "batch.not-found", .notFound, "there is no batch '\(name)'",
        hint: "List the batches with `qix coins batch list`.")
    case .exists(let name, let action):
      Failure(
        "batch.exists", .conflict, "there is already a batch '\(name)', of \(action)",
        hint: "Choose another name with --new-batch NAME.")
    case .doubtfulName(let name, let doubt):
      Failure(
        "batch.doubtful-name", .usage, "'\(name)' \(doubt.looks); no user was created",
        hint: """
          To fix this, \(doubt.remedy). If a customer really has this id, first run `qix user create --external-id \
          \(name.quotedForShell)`.
          """)
    }
  }
}

/// A file of which it isn't clear whether it is a batch that is there, or a new one: what each answer would do.
struct BatchQuestion {
  let file: String
  let batch: String
  /// The day on which the batch has done lines last, in UTC.
  let date: String
  let lines: Int
  /// Lines besides that can't be done.
  let faulty: Int
  /// Lines of the file that the batch has done, and lines of the batch that the file hasn't.
  let known: Int
  let gone: Int
  /// Whether the sender may go on with the batch.
  let isContinuable: Bool
  /// Another batch that has done some of the lines, and how many.
  let other: (batch: String, lines: Int)?
  /// Coins that all lines move, and those that are new; nil where they aren't told.
  let (all, new): (Int64?, Int64?)

  var failure: Failure {
    let count = lines - known
    let readable = faulty > 0 ? "good " : ""
    let done =
      known == 0
      ? "no line of \(file) was done before, but it may be the batch '\(batch)' of \(date) with every line changed"
      : (lines == 1
        ? "the \(readable)line" : known == lines ? "all \(lines) \(readable)lines" : "\(known) of \(lines) lines")
        + " of \(file) \(known == 1 ? "was" : "were") done by the batch '\(batch)' on \(date)"
    let rest =
      (other.map { ", \($0.lines) also by the batch '\($0.batch)'" } ?? "")
      + (count > 0
        ? "\(known == 0 ? ":" : ",") \(count.counted("is", "are")) new\(other == nil ? "" : " to the first")" : "")
      + (gone > 0
        ? ", and \(gone.counted("line", "lines")) of that batch \(gone == 1 ? "is" : "are") not in the file" : "")
    let whole = "--new-batch NAME to do \(lines == 1 ? "the line" : "all \(lines) lines")\(told(all))"
    let left =
      count == 0 ? ", which has nothing left to do" : " to do \(count.counted("new line"))\(told(new))"
    // What two batches have done is left to neither: the one would pay what the other has paid.
    let goesOn = isContinuable && (other == nil || count == 0) ? "--continue \(batch.quotedForShell)\(left), or " : ""
    return Failure(
      "batch.between", .conflict, "\(done)\(rest); nothing was done",
      hint: "Use \(goesOn)\(whole)."
        + (other != nil && count > 0 ? " To do only the other lines, remove the lines of both batches." : ""))
  }

  private func told(_ coins: Int64?) -> String { coins.map { " (\($0.counted("coin")))" } ?? "" }
}
