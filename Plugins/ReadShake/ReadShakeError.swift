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
        hint: "`qix read questions list` lists the questionnaires. "
          + "Import one with `qix read questions import NAME --file FILE`.")
    case .answersFile(let path, let problem):
      Failure(
        "readshake.answers-file", .usage, "the answers in '\(path)' can't be read: \(problem)",
        hint:
          "Give a JSON object of keys and answers, or CSV with the columns question,answer. docs/read.md shows both.")
    case .unknownStep:
      Failure(
        "readshake.step-unknown", .failed, "the reading can't continue: the step is unknown",
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
