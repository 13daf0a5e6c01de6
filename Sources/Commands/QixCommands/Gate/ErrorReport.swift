package import QixKernel

/// An error as the person, or the program, that called may be told it.
package struct ErrorReport: Sendable {
  package let category: ErrorCategory
  package let code: String
  package let sentence: Sentence
  package let hint: Sentence?
  /// Seconds after which the same may go well; nil where that isn't known.
  package let retryAfter: Int64?
  private let clearance: Clearance?
  private let commands: RunnableCommands?

  /// - Parameters:
  ///   - clearance: the limits on what the report may contain; nil for none.
  ///   - commands: those that the hint may name; nil for all.
  package init(_ error: any Error, for clearance: Clearance? = nil, naming commands: RunnableCommands? = nil) {
    (self.clearance, self.commands) = (clearance, commands)
    guard let error = error as? any Diagnosable else {
      // An error without a text for people: what Swift says of it is better than nothing.
      (category, code, sentence, hint, retryAfter) = (.failed, "failed", Sentence(text: "\(error)"), nil, nil)
      return
    }
    (category, code, retryAfter) = (error.category, error.code, error.retryAfter)
    (sentence, hint) = clearance?.told(of: error) ?? (error.sentence, error.hint)
  }

  /// What is wrong, in the words of a face.
  package func message(_ phrasing: any Phrasing) -> String { Teller(phrasing, clearance).text(sentence) }

  /// What is wrong in a language, for a customer; nil where it is there in English alone.
  package func message(by translations: Translations, _ phrasing: any Phrasing) -> String? {
    translations.text(told, of: code) { phrasing.option($0) }
  }

  /// The typed values of what is wrong, for programs: `coins`, `time`.
  package var values: [(name: String, part: Sentence.Part)] { told.values }

  /// The sentence without what the reader may not know.
  private var told: Sentence {
    (clearance?.told(sentence) ?? sentence).mapped { part in
      if case .text(let text) = part { .text(text.withoutTokens) } else { part }
    }
  }

  /// What helps, in the words of a face; nil where nothing does that the reader can do.
  package func advice(_ phrasing: any Phrasing) -> String? {
    hint.flatMap { Teller(phrasing, clearance, naming: commands).advice($0) }
  }
}
