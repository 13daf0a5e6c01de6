package import QixKernel
package import QixTerminal

/// Where the answers to a batch's lines and the lines that were refused go: each to a place of its own.
package enum AnswerPlaces {
  /// An option as a caller can give it, `--rejects FILE`: who has a token names no file.
  package static func written(_ option: String, for caller: Principal) -> String {
    "\(option) \(caller.isOwner ? "FILE" : "-")"
  }

  /// Returns the advice to have lines that could not be done put apart: `these`.
  package static func advice(on lines: String, for caller: Principal) -> String {
    let place = caller.isOwner ? "puts \(lines) into a file of their own" : "gives \(lines) alone"
    return "\(written("--rejects", for: caller)) \(place), to mend and send."
  }

  /// - Throws: `UsageError` where both would go to the same place.
  package static func check(results: String?, rejects: String?) throws(UsageError) {
    guard let results, results == rejects else { return }
    guard results == "-" else {
      throw UsageError("--results and --rejects name the same file", hint: "Give each a file of its own.")
    }
    throw UsageError(
      "--results and --rejects can't both go to standard output",
      hint:
        "Write one of them to a file: `--results - --rejects rejects.csv`. Who has a token, which writes no files, sends "
        + "the file with --dry-run --rejects - first, and then without --dry-run and with --results -.")
  }
}
