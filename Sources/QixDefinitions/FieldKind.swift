package import QixFormats
package import QixShake
internal import QixTerminal

/// What a key of the format takes, and how that is written.
package struct FieldKind {
  package let value: ValueKind
  /// The end of "…: it is missing; …".
  package let remedy: String

  package init(value: ValueKind, remedy: String) {
    self.value = value
    self.remedy = remedy
  }

  /// What is wrong with a value, where that can be said better than for any value of its kind.
  package func problem(with given: JSONValue) -> String? {
    guard let problem = value.problem(with: given) else { return nil }
    switch value {
    case .choice(let words):
      guard let text = given.string else { return "a text is needed" }
      return "it is none of the words there are" + Suggestion.clause(for: text, among: words)
    case .integer(let range) where range.upperBound == .max && given.integer != nil:
      return "it must be \(range.lowerBound) or more"
    default: return problem
    }
  }

  /// - Parameter most: bytes.
  package static func text(_ remedy: String, most: Int = 200) -> FieldKind {
    FieldKind(value: .text(most: most), remedy: remedy)
  }

  package static func period(_ remedy: String) -> FieldKind { FieldKind(value: .period, remedy: remedy) }

  package static func choice(_ words: [String]) -> FieldKind {
    FieldKind(value: .choice(words), remedy: "write one of: \(words.joined(separator: ", "))")
  }

  /// A number of coins, tries, users, pieces.
  package static func count(_ what: String, from least: Int64 = 1, to most: Int64 = .max) -> FieldKind {
    FieldKind(value: .integer(least...most), remedy: "write \(what) as a whole number")
  }

  package static func number(_ what: String) -> FieldKind {
    FieldKind(value: .number(-1e15...1e15), remedy: "write \(what) as a number")
  }
}
