internal import QixShake

/// Errors of questionnaires and readings that happen in several places. No sentence repeats what a user has answered.
enum ReadShakeError: Failing {
  case questionnaireNotFound(String)
  case answersFile(String, problem: String)
  /// The pipeline asks for a step that this program doesn't know.
  case unknownStep

  var failure: Failure {
    switch self {
    case .questionnaireNotFound(let name):
      Failure(
        "readshake.questionnaire-not-found", .notFound, "there is no questionnaire '\(name)'",
        hint: "See them with `qix read questions list`, add one with `qix read questions import NAME --file FILE`.")
    case .answersFile(let path, let problem):
      Failure(
        "readshake.answers-file", .usage, "the answers in '\(path)' can't be read: \(problem)",
        hint: "docs/read.md shows both forms: an object of key and answer in JSON, columns question,answer in CSV.")
    case .unknownStep:
      Failure(
        "readshake.step-unknown", .failed, "the reading can't go on: an unknown step was asked for",
        hint: "This is a fault of qix; please report it.")
    }
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
