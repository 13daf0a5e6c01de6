/// An idempotency key that a caller gives, where nothing was done under it yet.
///
/// It identifies what was done, to support and to reviewers too, so two keys that look the same must not be two, and none
/// may look like one that a module keeps for itself: what names may not have in them (`ExactName`) keys may not either.
/// Existing keys go on answering, so it is asked behind the look for a first answer.
package enum NewKey {
  /// Characters at most, so that an index entry stays small.
  package static let longest = 200

  /// - Throws: `KeyNotPlain`
  package static func check(_ key: String?) throws(KeyNotPlain) {
    guard let key, let problem = ExactName.problem(with: key, most: longest) else { return }
    throw KeyNotPlain(problem: problem)
  }
}

/// A new idempotency key has something in it that can't be seen.
package struct KeyNotPlain: Diagnosable, Equatable {
  let problem: String

  package var category: ErrorCategory { .usage }
  package var code: String { "key.not-plain" }
  package var sentence: Sentence { "this can't be a new idempotency key: \(problem)" }
  package var hint: Sentence? { "Write 1 to \(NewKey.longest) visible characters, such as order-981." }
}
