/// An error as people and programs are told of it.
///
/// Neither the sentence nor the hint holds secrets, personal data or bound values of a statement.
package struct Failure: Diagnosable, Equatable {
  /// A stable name for programs: the module's id, a dot, what it is.
  package let code: String
  package let category: ErrorCategory
  /// The problem: without a capital letter at its beginning or a full stop at its end.
  package let description: String
  /// The remedy: a sentence or two, with the commands that staff run.
  package let hint: String?
  package let forUser: String?

  package init(
    _ code: String, _ category: ErrorCategory, _ description: String, hint: String? = nil, forUser: String? = nil
  ) {
    self.code = code
    self.category = category
    self.description = description
    self.hint = hint
    self.forUser = forUser
  }

  /// A copy whose sentence is for the user, too.
  package var forEverybody: Failure { Failure(code, category, description, hint: hint, forUser: description) }
}

/// An error with cases, for where code decides by the case; each says in one place what is told of it.
package protocol Failing: Diagnosable {
  var failure: Failure { get }
}

extension Failing {
  package var code: String { failure.code }
  package var category: ErrorCategory { failure.category }
  package var description: String { failure.description }
  package var hint: String? { failure.hint }
  package var forUser: String? { failure.forUser }
}
