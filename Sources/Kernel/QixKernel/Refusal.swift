/// A rule's no, in words for the user whom it is about: fit to be shown in an app. A type of shake throws it from wherever
/// it finds out; `Verdict.deciding` makes a verdict of it.
package struct Refusal: Error, Equatable {
  /// A stable name for programs: the module's id, a dot, the reason: `tvshake.outside-window`.
  package let code: String
  /// For the user, in a sentence without capital letter and full stop. No personal data.
  package let sentence: Sentence
  /// The remedy, as far as it is in the user's hands; nil where nothing helps.
  package let hint: Sentence?
  /// What was shown and doesn't count, such as the code of a product: for staff who look into it, never for the answer.
  package private(set) var seen: [(name: String, value: String)] = []

  /// Translations find the sentence by the code and the hint by `CODE.hint`, where they have no key of their own.
  /// - Precondition: neither text names a command or an id of a user: no customer has a use for them.
  package init(_ code: String, _ sentence: Sentence, hint: Sentence? = nil) {
    assert(
      sentence.isForUsers && hint?.isForUsers != false, "no words for a user: \(sentence) \(hint?.description ?? "")")
    self.init(code, given: sentence.keyed(code), hint: hint?.keyed("\(code).hint"))
  }

  /// Words as they are: an operator's own, or those that were stored.
  package init(_ code: String, given sentence: Sentence, hint: Sentence?) {
    (self.code, self.sentence, self.hint) = (code, sentence, hint)
  }

  /// The same refusal, with what was shown.
  package func seeing(_ seen: [(name: String, value: String)]) -> Refusal {
    var refusal = self
    refusal.seen = seen
    return refusal
  }

  /// Two that say the same are the same, whatever was shown.
  package static func == (left: Refusal, right: Refusal) -> Bool {
    (left.code, left.sentence, left.hint) == (right.code, right.sentence, right.hint)
  }

  /// An error, as far as the user may know of it.
  package init(_ error: any Diagnosable) {
    self.init(error.code, error.forUser ?? .keyed("customer.refused", "this is not possible right now"))
  }
}

extension Sentence {
  /// Whether it names neither a command nor a user.
  fileprivate var isForUsers: Bool {
    parts.allSatisfy { part in
      switch part {
      case .command, .user: false
      default: true
      }
    }
  }
}

extension Failure {
  /// A rule's refusal as an error of the program, for a script that only looks at the exit code.
  package init(_ refusal: Refusal) {
    self.init(refusal.code, .refused, refusal.sentence, hint: refusal.hint, forUser: refusal.sentence)
  }
}
