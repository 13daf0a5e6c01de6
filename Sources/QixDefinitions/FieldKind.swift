internal import QixCommands
package import QixFormats
package import QixShake

/// The values that a key of the format takes, and how they are written.
package struct FieldKind {
  package let value: ValueKind
  /// The end of "…: it is missing; …".
  package let remedy: String

  package init(value: ValueKind, remedy: String) {
    self.value = value
    self.remedy = remedy
  }

  /// Returns the problem with a value, where that can be said better than for any value of its kind.
  package func problem(with given: JSONValue) -> String? {
    guard let problem = value.problem(with: given) else { return nil }
    let quoted = Self.quoted(given)
    switch value {
    case .choice(let words):
      guard let text = given.string else { return "a text is needed" }
      return "\(quoted ?? "it") is not one of the allowed words" + Suggestion.clause(for: text, among: words)
    case .integer(let range) where range.upperBound == .max && given.integer != nil:
      return "it must be \(range.lowerBound) or more"
    case .integer where given.integer == nil && quoted != nil:
      guard let text = given.string else { return "\(quoted ?? "it") is not a whole number" }
      // Values that a table can't hold as numbers come as texts too, except for digits that fit.
      let isQuotedNumber = text.utf8.count < 19 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return "\(quoted ?? "it") is \(isQuotedNumber ? "a text, in quotes" : "not a whole number")"
    case .period where quoted != nil: return "\(quoted ?? "it") is not a period such as PT90S, PT2H or P1D"
    default: return problem
    }
  }

  /// Returns a value as a message can name it, so that its author finds it again; nil where it is too long for one.
  package static func quoted(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): quoted(text)
    case .array, .object, .null: nil
    default: quoted(value.text())
    }
  }

  package static func quoted(_ text: String) -> String? {
    let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return !text.isEmpty && text.utf8.count <= 60 && isPlain ? "'\(text)'" : nil
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
    FieldKind(value: .integer(least...most), remedy: "write \(what) as a whole number, only in digits")
  }

  package static func number(_ what: String) -> FieldKind {
    FieldKind(value: .number(-1e15...1e15), remedy: "write \(what) as a number")
  }
}
