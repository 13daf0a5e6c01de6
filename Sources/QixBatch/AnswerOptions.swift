package import QixCommands
package import QixKernel

/// `--results` and `--rejects`, of commands that do the lines of a file: where the answers to them and the lines that
/// were refused go, each to a place of its own.
package struct AnswerOptions: Sendable {
  @Option private var results: String?
  @Option private var rejects: String?

  /// - Parameter what: what an answer has, for the help: `line, key, outcome, transfer`.
  package init(_ what: Sentence) {
    _results = Option(
      "results", .output(.derived).serving(.results),
      "Write an answer per line here, as JSON Lines\(what); - is standard output")
    _rejects = Option(
      "rejects", .output(.derived), "Write rejected lines here, to fix and resend")
  }

  package var slots: [ParameterSlot] { [$results, $rejects] }
  package var areGiven: Bool { results != nil || rejects != nil }
  package var hasRejects: Bool { rejects != nil }
  /// Whether who reads standard output waits for lines there.
  package var takeStandardOutput: Bool { results == "-" || rejects == "-" }

  /// - Throws: `UsageError` where both would go to the same place.
  package func check() throws(UsageError) {
    guard let results, results == rejects else { return }
    guard results == "-" else {
      throw UsageError("--results and --rejects name the same file", hint: "Give each a file of its own.")
    }
    throw UsageError(
      "--results and --rejects can't both go to standard output",
      hint:
        """
        Write one of them to a file: --results - --rejects rejects.csv. Tokens can't write files: first use \
        --dry-run with --rejects -, then --results - without --dry-run.
        """)
  }

  /// - Throws: `UsageError` where one names the file that is read.
  package func check(beside source: BatchSource) throws(UsageError) {
    try source.requireOther(than: results, option: $results.label.description)
    try source.requireOther(than: rejects, option: $rejects.label.description)
  }

  /// Makes sure that files can be there: of two neither is begun where the other can't be.
  /// - Throws: `OutputFileError`
  package func requirePlaces() throws {
    for path in [results, rejects].compactMap({ $0 }) { try OutputFile.requirePlace(path) }
  }

  /// Begins the files.
  /// - Throws: `OutputFileError`
  package func open(orElse lost: AnswerFile.Loss, _ face: any Face) throws -> AnswerFiles {
    func file(_ path: String?) throws -> AnswerFile? { try path.map { try AnswerFile($0, orElse: lost, face) } }
    return AnswerFiles(results: try file(results), rejects: try file(rejects))
  }

  /// An option as a caller can give it, `--rejects FILE`: who has a token names no file.
  package static func written(_ option: String, for caller: Principal) -> String {
    "\(option) \(caller.isOwner ? "FILE" : "-")"
  }

  /// Returns the advice to have lines that could not be done put apart: `these`.
  package static func advice(on lines: String, for caller: Principal) -> Sentence {
    caller.isOwner
      ? "--rejects FILE writes \(lines) to their own file, to fix and resend."
      : "--rejects - prints only \(lines), to fix and resend."
  }
}
