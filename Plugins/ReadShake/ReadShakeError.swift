internal import QixShake

/// What can be wrong with texts, questionnaires and readings. No sentence repeats what a user has answered.
enum ReadShakeError: Diagnosable, Equatable {
  case malformedName
  case textNotFound(String)
  case textExists(String)
  case questionnaireNotFound(String)
  case editionNotFound(String, Int64)
  case questionnaireExists(String)
  case emptyText(String)
  /// Not UTF-8, or control characters in it.
  case unreadableText(String, problem: String)
  case malformedTitle
  case inUse(String, campaigns: [String])
  case faulty(String, [QuestionFault])
  case concerns(String, [QuestionNote])
  case checked(String, faults: Int)
  case noReading(String)
  case cantHold(QuestionFormat, [QuestionNote])
  case nothingToExport(QuestionFormat)
  case answersFile(String, problem: String)
  case noAnswer(String)
  case ambiguous(String)
  case neither(String)
  /// The pipeline said no.
  case refused(Refusal)
  /// The pipeline asks for a step that this program doesn't know.
  case unknownStep
  /// A shake was run without what its type needs.
  case notPrepared

  var category: ErrorCategory {
    switch self {
    case .malformedName, .emptyText, .unreadableText,
      .malformedTitle, .faulty, .concerns, .checked, .answersFile, .noAnswer,
      .ambiguous:
      .usage
    case .textNotFound, .questionnaireNotFound, .editionNotFound, .neither, .noReading: .notFound
    case .textExists, .questionnaireExists: .conflict
    case .inUse, .cantHold, .nothingToExport, .refused: .refused
    case .unknownStep, .notPrepared: .failed
    }
  }

  var code: String {
    switch self {
    case .malformedName: "readshake.name-malformed"
    case .textNotFound: "readshake.text-not-found"
    case .textExists: "readshake.text-exists"
    case .questionnaireNotFound, .editionNotFound: "readshake.questionnaire-not-found"
    case .questionnaireExists: "readshake.questionnaire-exists"
    case .emptyText: "readshake.text-empty"
    case .unreadableText: "readshake.text-unreadable"
    case .malformedTitle: "readshake.title-malformed"
    case .inUse: "readshake.in-use"
    case .faulty, .checked: "readshake.questions-faulty"
    case .concerns: "readshake.questions-doubtful"
    case .cantHold: "readshake.format-too-poor"
    case .nothingToExport: "readshake.nothing-to-export"
    case .answersFile: "readshake.answers-file"
    case .noAnswer: "readshake.answer-missing"
    case .ambiguous: "readshake.name-ambiguous"
    case .neither, .noReading: "readshake.not-found"
    case .refused(let refusal): refusal.code
    case .unknownStep: "readshake.step-unknown"
    case .notPrepared: "readshake.not-prepared"
    }
  }

  var description: String {
    switch self {
    case .malformedName: "a name is 1 to 64 of a-z, 0-9, '-' and '_'"
    case .textNotFound(let name): "there is no text '\(name)'"
    case .textExists(let name): "there is a text '\(name)' already"
    case .questionnaireNotFound(let name): "there is no questionnaire '\(name)'"
    case .editionNotFound(let name, let edition): "the questionnaire '\(name)' has no edition \(edition)"
    case .questionnaireExists(let name): "there is a questionnaire '\(name)' already"
    case .emptyText(let path): "'\(path)' has no words to read"
    case .unreadableText(let path, let problem): "'\(path)' can't be taken as a text: \(problem)"
    case .malformedTitle: "a title has 1 to 200 characters on one line"
    case .inUse(let name, let campaigns): "'\(name)' is in use by \(campaigns.joined(separator: ", "))"
    case .faulty(let path, let faults):
      "'\(path)' has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"), so nothing was imported"
        + Self.list(faults.map { "\($0.place): \($0.sentence)" })
    case .concerns(let path, let notes):
      "'\(path)' would not be kept as it is, and --strict was given"
        + Self.list(notes.map { "\($0.place): \($0.sentence)" })
    case .checked(let path, let faults):
      "'\(path)' can't be imported: it has \(faults == 1 ? "a fault" : "\(faults) faults")"
    case .noReading(let name): "the campaign '\(name)' has no questionnaire"
    case .cantHold(let format, let notes):
      "\(format.title) can't hold all of it, and --strict was given"
        + Self.list(notes.map { "\($0.place): \($0.sentence)" })
    case .nothingToExport(let format): "\(format.title) can hold none of these questions"
    case .answersFile(let path, let problem): "the answers in '\(path)' can't be read: \(problem)"
    case .noAnswer(let keys): "there is no answer to \(keys)"
    case .ambiguous(let name): "'\(name)' is both a campaign and a questionnaire"
    case .neither(let name): "there is no campaign and no questionnaire '\(name)'"
    case .refused(let refusal): refusal.sentence
    case .unknownStep: "the reading can't go on: an unknown step was asked for"
    case .notPrepared: "the reading can't begin: nothing gives it its order"
    }
  }

  private static func list(_ lines: [String]) -> String {
    ":" + lines.prefix(20).map { "\n  \($0)" }.joined() + (lines.count > 20 ? "\n  and \(lines.count - 20) more" : "")
  }

  var hint: String? {
    switch self {
    case .malformedName: "Such as vitamins or spring-2027."
    case .textNotFound: "See them with `qix read text list`, add one with `qix read text add NAME --file FILE`."
    case .textExists, .questionnaireExists:
      "Give --replace for a new edition; whoever has begun goes on with the one they began with."
    case .questionnaireNotFound:
      "See them with `qix read questions list`, add one with `qix read questions import NAME --file FILE`."
    case .editionNotFound: "See what there is with `qix read questions show NAME`."
    case .emptyText: "Give a file in Markdown with the text to read."
    case .unreadableText: "Save it as UTF-8 text."
    case .malformedTitle: nil
    case .inUse: "End these campaigns first, or give them another one."
    case .faulty(let path, _): "See all of it with `qix read questions check \(path)`; docs/read.md has the formats."
    case .concerns: "Mend it, or leave out --strict to import what can be kept."
    case .checked: "Each is named above with its place; docs/read.md has the formats."
    case .noReading: "Give its settings of the shake 'read' a questionnaire."
    case .cantHold: "Leave out --strict to write what fits, or take --format json, which holds everything."
    case .nothingToExport: "Take --format json, which holds everything."
    case .answersFile:
      "docs/read.md shows both forms: an object of key and answer in JSON, columns question,answer in CSV."
    case .noAnswer: "Add it to the file; `qix read questions show NAME` has the keys."
    case .ambiguous: "Say which with --of campaign or --of questionnaire."
    case .neither: "See them with `qix campaign list` and `qix read questions list`."
    case .refused(let refusal): refusal.hint
    case .unknownStep, .notPrepared: "This is a fault of qix; please report it."
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
