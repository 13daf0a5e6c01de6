package import QixKernel

/// The command line is wrong; exit code 2.
package struct UsageError: Diagnosable, Equatable {
  package let description: String
  package let hint: String?

  package init(_ sentence: String, hint: String? = nil) {
    description = sentence
    self.hint = hint
  }

  package var category: ErrorCategory { .usage }
  package var code: String { "usage" }
}

extension UsageError {
  static func unknownOption(_ spelled: String, known: [String], help: String) -> UsageError {
    UsageError(
      "unknown option '\(spelled)'\(Suggestion.clause(for: spelled, among: known))",
      hint: "Run '\(help) --help' to see its options.")
  }

  static func unknownCommand(_ word: String, in path: String, known: [String]) -> UsageError {
    UsageError(
      "'\(path)' has no command '\(word)'\(Suggestion.clause(for: word, among: known))",
      hint: "Run '\(path) --help' to see its commands.")
  }
}
