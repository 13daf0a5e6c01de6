internal import QixFormats

/// One value of a parameter, as it was given.
enum GivenValue: Sendable, Equatable {
  /// A flag that is on.
  case on
  case text(String)
  /// A whole number, for a parameter of that type.
  case number(Int64)
}

/// Why a value of JSON isn't of a parameter's type: the end of a sentence that begins with the parameter's name.
package struct JSONTypeError: Error, Equatable {
  package let description: String
  package let hint: String?

  init(_ description: String, hint: String? = nil) { (self.description, self.hint) = (description, hint) }
}

extension ParameterForm {
  /// Returns what a value of JSON gives: a flag's `false` gives nothing, an array a value for each element.
  /// - Throws: `JSONTypeError` for a value of another type.
  func given(_ value: JSONValue) throws(JSONTypeError) -> [GivenValue] {
    switch value {
    case .bool(let isOn) where kind == .flag: return isOn ? [.on] : []
    case .string(let text) where kind != .flag || text == word || listing != nil && !text.isEmpty: return [.text(text)]
    case .integer(let integer) where kind != .flag: return [number == nil ? .text("\(integer)") : .number(integer)]
    case .double where isOfUser || purpose == .key:
      // Of a number with a point, an exponent or twenty digits several spellings, and several numbers, would be one.
      throw JSONTypeError(
        "must be a text or a whole number of at most 18 digits", hint: "Write it in quotation marks.")
    case .double(let double) where kind != .flag:
      // A decimal's text is the shortest that means the same number.
      guard let number else { return [.text(value.text())] }
      let whole = Int64(exactly: double).flatMap { (try? number($0)) == nil ? nil : $0 }
      throw JSONTypeError(
        "must be a whole number without a point or an exponent",
        hint: whole.map { "Write only its digits, such as \($0)." })
    case .array(let elements) where isRepeated:
      var given: [GivenValue] = []
      for element in elements {
        guard element.string != nil || element.integer != nil else { throw JSONTypeError("must be a list of texts") }
        given += try self.given(element)
      }
      return given
    default: throw JSONTypeError("is \(wanted(for: value))")
    }
  }

  private func wanted(for value: JSONValue) -> String {
    if kind == .flag { return wordsOfFlag }
    if isRepeated { return "a list of texts" }
    return value.array == nil ? "a text or a number" : "one text or number, not a list"
  }

  /// The values of a flag outside of command lines: `true or false`.
  package var wordsOfFlag: String { (word ?? listing).map { "true, false or \($0)" } ?? "true or false" }
}
