package import QixTerminal

/// Where the answers to a batch's lines and the lines that were refused go: each to a place of its own.
package enum AnswerPlaces {
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
