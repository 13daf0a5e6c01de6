package import QixKernel
internal import QixTerminal

/// Why a batch is not done, or not found.
package enum BatchError: Failing, Equatable {
  case notFound(String)
  case malformedName
  /// A line of a request has no key, and its batch no name.
  case unnamed
  case exists(String, action: String)
  /// Its operations can't be taken back by the file.
  case notReversible(String, action: String)
  /// Lines of the file stand in another batch.
  /// - Parameters:
  ///   - batch: nil where its name may not be told.
  ///   - isOther: whether the file is known to be another batch than the one that they stand in.
  case repeats(file: String, batch: String?, lines: Int, of: Int, isOther: Bool)
  /// The lines of a batch come once more, with keys.
  /// - Parameter batch: nil where its name may not be told.
  case keyed(file: String, batch: String?, lines: Int)
  /// Lines that a batch has done under keys of their own come once more, without.
  /// - Parameter batch: nil where its name may not be told.
  case unkeyed(file: String, batch: String?, lines: Int)
  /// A line names a new user who is hardly one.
  case doubtfulName(String, DoubtfulName)
  /// The file has lines that its batch hasn't, and the batch some that the file hasn't: one may be the other, changed.
  /// - Parameter batch: nil where its name may not be told.
  case changed(batch: String?, new: Int, repeated: Int, gone: Int)

  package var failure: Failure {
    switch self {
    case .notFound(let name):
      Failure(
        "batch.not-found", .notFound, "there is no batch '\(name)'",
        hint: "See which there are with `qix coins batch list`.")
    case .malformedName:
      Failure(
        "batch.name-malformed", .usage, "a batch's name has 1 to 200 characters, none of them a control character",
        hint: "Name it as you would a file: --batch july-2027.")
    case .unnamed:
      Failure(
        "batch.unnamed", .usage, "the line has no key, and its batch no name, so it could not be known again",
        hint: "Name the batch in the address, ?batch=july-2027; or give each line a key of its own.")
    case .exists(let name, let action):
      Failure(
        "batch.exists", .conflict, "the batch '\(name)' is one of \(action)", hint: "Name another one with --batch.")
    case .notReversible(let name, let action):
      Failure(
        "batch.not-reversible", .refused,
        "the batch '\(name)' is one of \(action), and what that has done is not taken back by the file",
        hint: "Single transfers are taken back with `qix coins reverse`.")
    case .repeats(let file, let batch, let lines, let all, let isOther):
      Failure(
        "batch.repeats", .conflict,
        (lines == all ? "every line" : "\(lines) of the \(all.counted("line"))")
          + " of \(file) \(lines == 1 || lines == all ? "was" : "were") done before, by \(Self.named(batch)), so nothing "
          + "was done",
        hint: isOther
          ? "Take those lines out of the file; or name another batch with --batch NAME, which does all of the file."
          : batch.map {
            "If it is the same batch, say --batch '\($0)'; if it is another one, name it with --batch NAME; "
              + "--again does all of it once more."
          } ?? "If it is another batch, name it with --batch NAME; --again does all of it once more.")
    case .keyed(let file, let batch, let lines):
      Failure(
        "batch.keyed", .conflict,
        "\(lines.counted("line")) of \(file) \(lines == 1 ? "has" : "have") a new key and "
          + "\(lines == 1 ? "says" : "say") what \(Self.named(batch)) has done without keys, so nothing was done",
        hint: "Take the keys out of the file to go on with that batch. If they are other lines, name a batch with "
          + "--batch NAME.")
    case .unkeyed(let file, let batch, let lines):
      Failure(
        "batch.unkeyed", .conflict,
        "\(lines.counted("line")) of \(file) \(lines == 1 ? "has" : "have") no key and "
          + "\(lines == 1 ? "says" : "say") what \(Self.named(batch)) has done under keys, so nothing was done",
        hint: "Give the lines the keys that they had. If they are other lines, name a batch with --batch NAME; --again "
          + "does all of the file once more.")
    case .doubtfulName(let name, let doubt):
      Failure(
        "batch.doubtful-name", .usage, "no user is made of '\(name)', which \(doubt.looks)",
        hint: "Do this: \(doubt.remedy). A customer who is called so is made before: `qix user create --external-id "
          + "\(name.quotedForShell)`.")
    case .changed(let batch, let new, let repeated, let gone):
      Failure(
        "batch.changed", .conflict,
        (repeated == 0
          ? "the file has nothing of what \(Self.named(batch)) has done (\(gone.counted("line"))), but "
            + "\(new.counted("new line")) for the same users"
          : "of \(Self.named(batch)) \(repeated.counted("line repeats", "lines repeat")), "
            + "\(new.counted("is", "are")) new, and \(gone.counted("line that was", "lines that were")) done "
            + "\(gone == 1 ? "is" : "are") no longer in the file")
          + "; a line that was changed after it was done would be done again, so nothing was",
        hint: "Put back what was changed, or put new lines into a file of their own. "
          + (batch.map {
            "What is wrong is taken back with `qix coins batch reverse '\($0)'` or `qix coins reverse`. "
          } ?? "")
          + "If it is another batch, name it with --batch NAME; --again does all of the file once more.")
    }
  }

  private static func named(_ batch: String?) -> String {
    batch.map { "the batch '\($0)'" } ?? "another caller's batch"
  }
}
