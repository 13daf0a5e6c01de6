/// The kind of a setting or a piece of evidence: a JSON value of one kind, within limits.
package enum ValueKind: Sendable, Equatable {
  /// Text of 1 to so many bytes of UTF-8, without control characters other than line ends.
  case text(most: Int)
  case choice([String])
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  case boolean
  /// An ISO 8601 period from a text: `PT90S`, `P1D`.
  case period
  /// Any object; the type looks into it.
  case object
  /// A list of values of one kind, at most so many.
  indirect case list(of: ValueKind, most: Int)

  /// The fault of a value, as the end of "evidence 'code': …"; nil when it fits.
  package func problem(with value: JSONValue) -> String? {
    switch self {
    case .text(let most):
      guard let text = value.string else { return "a text is needed" }
      if text.isEmpty { return "it is empty" }
      if text.utf8.count > most { return "it is longer than \(most) bytes" }
      if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return nil }
      let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }
      return isControl ? "it has control characters in it" : nil
    case .choice(let names):
      guard let text = value.string, names.contains(text) else {
        return "one of these is needed: \(names.joined(separator: ", "))"
      }
      return nil
    case .integer(let range):
      guard let number = value.integer else { return "a whole number is needed" }
      return range.contains(number) ? nil : "it must be from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      guard let number = value.double else { return "a number is needed" }
      return range.contains(number) ? nil : "it must be from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: return value.bool == nil ? "true or false is needed" : nil
    case .period:
      guard let text = value.string, Period(iso8601: text) != nil else {
        return "a period is needed, such as PT90S, PT2H or P1D"
      }
      return nil
    case .object: return value.object == nil ? "an object is needed" : nil
    case .list(let kind, let most):
      guard let values = value.array else { return "a list is needed" }
      if values.count > most { return "it has more than \(most) values" }
      for (index, value) in values.enumerated() {
        if let problem = kind.problem(with: value) { return "value \(index + 1): \(problem)" }
      }
      return nil
    }
  }
}
