internal import QixKernel

extension ValueType where Value == String {
  /// One of the words given.
  package static func choice(_ words: [String]) -> ValueType {
    ValueType(placeholder: placeholder(words), completion: .choices(words)) { text throws(ValueError) in
      guard words.contains(text) else { throw .notAChoice(text, words) }
      return text
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  package static func choice(of type: Value.Type) -> ValueType {
    let words = type.allCases.map(\.rawValue)
    return ValueType(placeholder: placeholder(words), completion: .choices(words)) {
      text throws(ValueError) in
      guard let value = Value(rawValue: text) else { throw .notAChoice(text, words) }
      return value
    }
  }
}

extension ValueType {
  /// One of the values, by its name.
  package static func choice(_ values: [Value], named name: @escaping @Sendable (Value) -> String) -> ValueType {
    let words = values.map(name)
    return ValueType(placeholder: placeholder(words), completion: .choices(words)) { text throws(ValueError) in
      guard let index = words.firstIndex(of: text) else { throw .notAChoice(text, words) }
      return values[index]
    }
  }

  /// The words themselves, unless they would crowd the usage line; the help names them then.
  private static func placeholder(_ words: [String]) -> String {
    // The generic `joined` looks up what kind of sequence it has; this is part of the start of every command.
    var all = ""
    for word in words { all += all.isEmpty ? word : "|" + word }
    return all.count <= 24 ? all : "CHOICE"
  }
}

extension ValueError {
  /// Doesn't repeat the text, which may have been meant for another place: a secret, or a person's name.
  package static func notAChoice(_ text: String, _ words: [String]) -> ValueError {
    // A mark can't be told from those between them.
    let quoted = words.map { $0.utf8.allSatisfy { $0 < UInt8(ascii: "0") } ? "'\($0)'" : $0 }
    return ValueError(
      "it must be one of \(quoted.joined(separator: ", "))\(Suggestion.clause(for: text, among: words))")
  }
}
