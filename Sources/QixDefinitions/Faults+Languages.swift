internal import QixCommands
package import QixFormats
internal import QixKernel

extension Faults {
  /// What users read in each language: `{"it": {"title": …, "text": …}}`.
  /// - Parameters:
  ///   - title: the bytes that a title may have.
  ///   - text: what a text may be; nil where there is only a title.
  package mutating func words(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, title most: Int, text length: Words.Length? = nil,
    isRequired: Bool = false
  ) -> InLanguages<Words>? {
    typealias Keys = Words.Keys
    let example = length == nil ? "{\"it\": {\"title\": …}}" : "{\"it\": {\"title\": …, \"text\": …}}"
    let remedy = "write them as \(example)"
    return languages(object, key, at: pointer, remedy, isRequired: isRequired) { value, pointer, faults in
      guard
        let words = faults.object(value, at: pointer, keys: length == nil ? [Keys.title] : [Keys.title, Keys.text])
      else {
        if value.isNull { faults.add(pointer, "it is empty", "write a title, or remove it") }
        return nil
      }
      let title = faults.shown(words, Keys.title, at: pointer, most: most, "write a title of a few words", true)
      let text: String? =
        switch length {
        case nil: nil
        case .line(let most)?: faults.shown(words, Keys.text, at: pointer, most: most, "write a sentence or two")
        case .prose(let most)?:
          faults.value(words, Keys.text, at: pointer, .text("describe it in at most \(most) bytes", most: most))?.string
        }
      return title.map { Words(title: $0, text: text) }
    }
  }

  /// An object with a member for each language, one at least.
  package mutating func languages<Value>(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, _ remedy: String, isRequired: Bool = false,
    read: (JSONValue, JSONPointer, inout Faults) -> Value?
  ) -> InLanguages<Value>? {
    let pointer = pointer.appending(key)
    guard let value = object[key], !value.isNull else {
      if isRequired { add(pointer, "it is missing", remedy) }
      return nil
    }
    guard let members = self.object(value, at: pointer, keys: Language.allCases.map(\.rawValue))?.members else {
      return nil
    }
    var found: [(language: Language, value: Value)] = []
    var isWhole = true
    for member in members {
      guard let language = Language(rawValue: member.key) else { continue }
      if let value = read(member.value, pointer.appending(member.key), &self) {
        found.append((language, value))
      } else {
        isWhole = false
      }
    }
    if found.isEmpty, isWhole { add(pointer, "it is in no language", remedy) }
    return InLanguages(found)
  }

  /// A text that users read: on one line, not blank, and of characters that show.
  package mutating func shown(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, most: Int, _ remedy: String,
    _ isRequired: Bool = false
  ) -> String? {
    guard let value = value(object, key, at: pointer, .text(remedy, most: most), isRequired: isRequired) else {
      return nil
    }
    return shown(value, at: pointer.appending(key), most: most, remedy)
  }

  package mutating func shown(
    _ value: JSONValue, at pointer: JSONPointer, most: Int, _ remedy: String
  ) -> String? {
    if let problem = FieldKind.text(remedy, most: most).problem(with: value) {
      add(pointer, problem, remedy)
      return nil
    }
    guard let text = value.string, PlainText.isVisible(text), !PlainText.isBlank(text) else {
      add(pointer, "it must be on one line, not blank, and without hidden characters", remedy)
      return nil
    }
    return text
  }
}
