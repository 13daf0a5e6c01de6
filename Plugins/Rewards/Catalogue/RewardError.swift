internal import QixModule

/// Refusals to change the catalogue that are made in several places. Nothing has changed when one is thrown.
enum RewardError: Failing, Equatable {
  case notFound(String, near: String?)
  /// A catalogue of which nothing was imported.
  case faultyLines(file: String, LineFaults)
  case wrongState(String, Reward.State, wanted: Verb)
  case changedMeanwhile(String)
  case noPrice(String, at: Timestamp)

  enum Verb: String, Sendable {
    case publish, retire, delete
    case price = "give a new price to"
    case fill = "add items to"
    case countStock = "change the counting of"
  }

  var failure: Failure {
    switch self {
    case .notFound(let reference, let near):
      Failure(
        "rewards.not-found", .notFound,
        "there is no reward '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "List rewards with `qix reward list`.")
    case .faultyLines(let file, let faults):
      Self.faulty(
        "nothing was imported from \(file): \(faults.sentences)", isTaken: faults.isAllTaken,
        hint:
          "Fix the faults and import the file again. --keep-going imports the lines without faults. "
          + "--update changes existing rewards."
      )
    case .wrongState(let name, let state, let verb):
      Failure(
        "rewards.wrong-state", .conflict,
        "the reward '\(name)' \(Self.words(state)), so you can't \(verb.rawValue) it",
        hint: verb == .delete
          ? Self.insteadOfDeleting(name, state)
          : state == .retired
            ? "A retired reward can't come back. Create a new one with `qix reward create`."
            : "See it with `qix reward show \(name)`.")
    case .changedMeanwhile(let name):
      Failure(
        "rewards.changed-meanwhile", .busy, "the stock of '\(name)' was changed by another command at the same time",
        hint: "Run the same command again.")
    case .noPrice(let name, let at):
      Failure(
        "rewards.no-price", .refused, "'\(name)' has no price at \(at)",
        hint: "Give it one with `qix reward price \(name) COINS`.")
    }
  }

  /// - Parameter isTaken: whether names that are taken are all that is wrong.
  static func faulty(_ sentence: Sentence, isTaken: Bool, hint: Sentence) -> Failure {
    isTaken
      ? Failure("rewards.name-taken", .conflict, sentence, hint: hint)
      : Failure("rewards.faulty", .usage, sentence, hint: hint)
  }

  /// The end of a sentence: the one reason, or all of them, a line each.
  static func reasons(_ reasons: [String]) -> String {
    reasons.count == 1
      ? ": \(reasons[0])"
      : ", for \(reasons.count) reasons:\n" + reasons.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func words(_ state: Reward.State) -> String {
    switch state {
    case .draft: "is still a draft"
    case .published: "is published already"
    case .retired: "was retired"
    }
  }
}

extension RewardError {
  fileprivate static func insteadOfDeleting(_ name: String, _ state: Reward.State) -> Sentence {
    state == .retired
      ? "A retired reward stays on record, with its redemptions."
      : "A published reward stays on record. Retire it instead with `qix reward retire \(name)`."
  }
}
