package import QixCommands
package import QixFormats
internal import QixKernel

/// A text or more in several languages, one at least.
package struct InLanguages<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The languages in the order in which they were written.
  package let languages: [Language]
  private let values: [Language: Value]
  /// The first that was written, for readers of all other languages.
  package let first: Value

  /// - Returns: nil for none.
  package init?(_ written: [(language: Language, value: Value)]) {
    guard let first = written.first else { return nil }
    languages = written.map(\.language)
    values = Dictionary(written.map { ($0.language, $0.value) }) { first, _ in first }
    self.first = first.value
  }

  /// In a language, or else as it was written first.
  package subscript(language: Language?) -> Value { found(in: language) ?? first }

  /// In a language; nil where it isn't written in it.
  package func found(in language: Language?) -> Value? { language.flatMap { values[$0] } }

  /// Each language with what is written in it.
  package var all: [(language: Language, value: Value)] { languages.map { ($0, self[$0]) } }

  /// An object with a member for each language, as `Faults.languages` reads it.
  package func json(_ value: (Value) -> JSONValue) -> JSONValue {
    var object = JSONObject()
    for (language, written) in all { object[language.rawValue] = value(written) }
    return .object(object)
  }
}

/// What users read about a thing.
package struct Words: Sendable, Equatable {
  package var title: String
  /// Nil for a thing that has only a title.
  package var text: String?

  package init(title: String, text: String?) { (self.title, self.text) = (title, text) }

  package enum Keys {
    package static let title = "title"
    package static let text = "text"
  }

  /// How long a text may be, and whether it may have lines.
  package enum Length: Sendable {
    /// On one line, of so many bytes at most.
    case line(Int)
    /// Of so many bytes at most.
    case prose(Int)
  }
}

extension InLanguages<Words> {
  /// `{"it": {"title": …, "text": …}}`
  package var json: JSONValue {
    json { words in
      var inner = JSONObject()
      inner[Words.Keys.title] = .string(words.title)
      inner[Words.Keys.text] = words.text.map(JSONValue.string)
      return .object(inner)
    }
  }

  /// What a column has, as `json` wrote it; nil for none.
  /// - Throws: where it isn't JSON.
  package static func stored(_ text: String?) throws -> InLanguages? {
    guard let text else { return nil }
    var faults = Faults()
    return faults.words(try JSONValue(parsing: text))
  }
}

extension Faults {
  /// Titles and texts of things whose description isn't a file.
  fileprivate mutating func words(_ value: JSONValue) -> InLanguages<Words>? {
    words([Words.key: value], Words.key, at: .whole, title: 200, text: .prose(10_000))
  }
}

/// Title and text in further languages, as an option has them.
package struct WrittenTexts: Sendable {
  /// Nil for none.
  package let words: InLanguages<Words>?
}

extension ValueType where Value == WrittenTexts {
  /// JSON with a member for each language, or `none`.
  package static var texts: ValueType {
    ValueType(placeholder: "JSON") { text throws(ValueError) in
      guard text != "none" else { return WrittenTexts(words: nil) }
      var faults = Faults()
      let value: JSONValue
      do { value = try JSONValue(parsing: text) } catch { throw ValueError("it isn't JSON: \(error)") }
      let words = faults.words(value)
      if let fault = faults.all.first { throw ValueError("\(fault.pointer): \(fault.problem); \(fault.remedy)") }
      return WrittenTexts(words: words)
    }
  }
}

extension Words {
  /// The key of what is written in further languages.
  package static let key = "texts"

  /// The columns of what is written in each language.
  package static let fields: [Field<(language: Language, value: Words)>] = [
    Field("language", .text) { $0.language.rawValue },
    Field("title", .text) { $0.value.title },
    Field("text", .text) { $0.value.text },
  ]
}
