internal import QixShake

/// Errors of a schedule, a code or a shake.
enum TVShakeError: Failing, Equatable {
  case noSuchWindow(String)
  case noSuchChannel(String, others: [String])
  case removedWindow(WindowID)
  case malformedCode

  var failure: Failure {
    switch self {
    case .noSuchWindow(let reference):
      Failure(
        "tvshake.no-such-window", .notFound, "there is no broadcast '\(reference)'",
        hint: "`qix tv schedule list` shows which there are.")
    case .noSuchChannel(let name, let others):
      Failure(
        "tvshake.no-such-channel", .notFound,
        "the schedule has no channel '\(name)'\(Suggestion.clause(for: name, among: others))",
        hint: others.isEmpty
          ? "`qix tv schedule import FILE` brings a schedule."
          : "There are: \(others.prefix(10).joined(separator: ", "))\(others.count > 10 ? ", …" : "").")
    case .removedWindow(let id):
      Failure(
        "tvshake.window-removed", .conflict, "the broadcast \(id) was taken out of the schedule",
        hint: "Add it again: `qix tv schedule add`, or import the schedule that has it.")
    case .malformedCode:
      Failure(
        "tvshake.code-malformed", .usage, "a code has 4 to 32 letters of A to Z and digits",
        hint: "Blanks and hyphens may stand in it; --random makes one.")
    }
  }
}
