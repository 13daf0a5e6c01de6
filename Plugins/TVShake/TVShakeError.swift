internal import QixShake

/// What can be wrong with a schedule, a code or a shake.
enum TVShakeError: Diagnosable, Equatable {
  case noSuchWindow(String)
  case noSuchChannel(String, others: [String])
  case removedWindow(WindowID)
  case malformedName(String, problem: String)
  case malformedCode
  case emptySpan
  case refused(Refusal)
  /// The shake isn't decided yet.
  case unfinished(NextStep)

  var category: ErrorCategory {
    switch self {
    case .noSuchWindow, .noSuchChannel: .notFound
    case .removedWindow: .conflict
    case .malformedName, .malformedCode, .emptySpan: .usage
    case .refused, .unfinished: .refused
    }
  }

  var code: String {
    switch self {
    case .noSuchWindow: "tvshake.no-such-window"
    case .noSuchChannel: "tvshake.no-such-channel"
    case .removedWindow: "tvshake.window-removed"
    case .malformedName: "tvshake.name"
    case .malformedCode: "tvshake.code-malformed"
    case .emptySpan: "tvshake.span"
    case .refused(let refusal): refusal.code
    case .unfinished(let step): "tvshake.\(step.name)"
    }
  }

  var description: String {
    switch self {
    case .noSuchWindow(let reference): "there is no broadcast '\(reference)'"
    case .noSuchChannel(let name, let others):
      "the schedule has no channel '\(name)'\(Suggestion.clause(for: name, among: others))"
    case .removedWindow(let id): "the broadcast \(id) was taken out of the schedule"
    case .malformedName(let what, let problem): "the \(what) can't be kept: \(problem)"
    case .malformedCode: "a code has 4 to 32 letters of A to Z and digits"
    case .emptySpan: "--until lies before --from"
    case .refused(let refusal): refusal.sentence
    case .unfinished(let step): step.sentence
    }
  }

  var hint: String? {
    switch self {
    case .noSuchWindow: "`qix tv schedule list` shows which there are."
    case .noSuchChannel(_, let others):
      others.isEmpty
        ? "`qix tv schedule import FILE` brings a schedule."
        : "There are: \(others.prefix(10).joined(separator: ", "))\(others.count > 10 ? ", …" : "")."
    case .removedWindow: "Add it again: `qix tv schedule add`, or import the schedule that has it."
    case .malformedName: nil
    case .malformedCode: "Blanks and hyphens may stand in it; --random makes one."
    case .emptySpan: "Give a moment behind --from."
    case .refused(let refusal): refusal.hint
    case .unfinished: "Shake again with --code and the code that is on the screen."
    }
  }
}
