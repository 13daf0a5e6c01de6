/// An error as people and programs are told of it.
///
/// Neither the sentence nor the hint holds secrets, personal data or bound values of a statement.
package struct Failure: Diagnosable, Equatable {
  /// A stable name for programs: the module's id, a dot, what it is.
  package let code: String
  package let category: ErrorCategory
  package let sentence: Sentence
  package let hint: Sentence?
  package let forUser: Sentence?

  package init(
    _ code: String, _ category: ErrorCategory, _ sentence: Sentence, hint: Sentence? = nil, forUser: Sentence? = nil
  ) {
    self.code = code
    self.category = category
    self.sentence = sentence
    self.hint = hint
    self.forUser = forUser
  }

  /// A copy whose sentence is for the user, too.
  package var forEverybody: Failure { Failure(code, category, sentence, hint: hint, forUser: sentence) }
}

/// An error with cases, for where code decides by the case; each says in one place what is told of it.
package protocol Failing: Diagnosable {
  var failure: Failure { get }
}

extension Failing {
  package var code: String { failure.code }
  package var category: ErrorCategory { failure.category }
  package var sentence: Sentence { failure.sentence }
  package var hint: Sentence? { failure.hint }
  package var forUser: Sentence? { failure.forUser }
}
