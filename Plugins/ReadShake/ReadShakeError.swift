internal import QixShake

/// Errors of texts, questionnaires and readings. No sentence repeats what a user has answered.
enum ReadShakeError: Failing, Equatable {
  case malformedName
  case textNotFound(String)
  case textExists(String)
  case questionnaireNotFound(String)
  case editionNotFound(String, Int64)
  case questionnaireExists(String)
  case inUse(String, campaigns: [String])
  case faulty(String, [QuestionFault])
  case concerns(String, [QuestionNote])
  case cantHold(QuestionFormat, [QuestionNote])
  case answersFile(String, problem: String)
  case noAnswer(String)
  /// The pipeline asks for a step that this program doesn't know.
  case unknownStep
  /// A shake was run without what its type needs.
  case notPrepared

  var failure: Failure {
    switch self {
    case .malformedName:
      Failure(
        "readshake.name-malformed", .usage, "a name is 1 to 64 of a-z, 0-9, '-' and '_'",
        hint: "Such as vitamins or spring-2027.")
    case .textNotFound(let name):
      Failure(
        "readshake.text-not-found", .notFound, "there is no text '\(name)'",
        hint: "See them with `qix read text list`, add one with `qix read text add NAME --file FILE`.")
    case .textExists(let name):
      Failure(
        "readshake.text-exists", .conflict, "the text '\(name)' already exists",
        hint: "Give --replace for a new edition; readers who have begun finish the edition they began with.")
    case .questionnaireNotFound(let name):
      Failure(
        "readshake.questionnaire-not-found", .notFound, "there is no questionnaire '\(name)'",
        hint: "See them with `qix read questions list`, add one with `qix read questions import NAME --file FILE`.")
    case .editionNotFound(let name, let edition):
      Failure(
        "readshake.questionnaire-not-found", .notFound, "the questionnaire '\(name)' has no edition \(edition)",
        hint: "See what there is with `qix read questions show NAME`.")
    case .questionnaireExists(let name):
      Failure(
        "readshake.questionnaire-exists", .conflict, "the questionnaire '\(name)' already exists",
        hint: "Give --replace for a new edition; readers who have begun finish the edition they began with.")
    case .inUse(let name, let campaigns):
      Failure(
        "readshake.in-use", .refused, "'\(name)' is in use by \(campaigns.joined(separator: ", "))",
        hint: "End these campaigns first, or give them another one.")
    case .faulty(let path, let faults):
      Failure(
        "readshake.questions-faulty", .usage,
        "'\(path)' has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"), so nothing was imported"
          + Self.list(faults.map { "\($0.place): \($0.sentence)" }),
        hint: "See all of it with `qix read questions check \(path)`; docs/read.md has the formats.")
    case .concerns(let path, let notes):
      Failure(
        "readshake.questions-doubtful", .usage,
        "'\(path)' would not be kept as it is, and --strict was given"
          + Self.list(notes.map { "\($0.place): \($0.sentence)" }),
        hint: "Mend it, or leave out --strict to import what can be kept.")
    case .cantHold(let format, let notes):
      Failure(
        "readshake.format-too-poor", .refused,
        "\(format.title) can't hold all of it, and --strict was given"
          + Self.list(notes.map { "\($0.place): \($0.sentence)" }),
        hint: "Leave out --strict to write what fits, or choose --format json, which holds everything.")
    case .answersFile(let path, let problem):
      Failure(
        "readshake.answers-file", .usage, "the answers in '\(path)' can't be read: \(problem)",
        hint: "docs/read.md shows both forms: an object of key and answer in JSON, columns question,answer in CSV.")
    case .noAnswer(let keys):
      Failure(
        "readshake.answer-missing", .usage, "there is no answer to \(keys)",
        hint: "Add it to the file; `qix read questions show NAME` has the keys.")
    case .unknownStep:
      Failure(
        "readshake.step-unknown", .failed, "the reading can't go on: an unknown step was asked for",
        hint: "This is a fault of qix; please report it.")
    case .notPrepared:
      Failure(
        "readshake.not-prepared", .failed, "the reading can't begin: nothing gives it its order",
        hint: "This is a fault of qix; please report it.")
    }
  }

  private static func list(_ lines: [String]) -> String {
    ":" + lines.prefix(20).map { "\n  \($0)" }.joined() + (lines.count > 20 ? "\n  and \(lines.count - 20) more" : "")
  }
}

extension QuestionFormat {
  var title: String {
    switch self {
    case .gift: "GIFT"
    case .aiken: "Aiken"
    case .json: "JSON"
    }
  }
}
