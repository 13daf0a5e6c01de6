package import QixKernel

/// SQL with its values in place: `"SELECT name FROM tiers_tiers WHERE tier = \(number)"` is the text with `?1` and the
/// number beside it. A value never becomes a part of the text, whatever it holds; what does says so, `\(sql: columns)`.
///
/// A text alone costs no more than the literal. One with values is put together at each use, which the ledger's hot path
/// doesn't do: it keeps its prepared statements and binds by hand (docs/decisions/0080-sql-in-place.md).
package struct SQL: ExpressibleByStringInterpolation, StringInterpolationProtocol, Sendable {
  package private(set) var text: String
  private(set) var arguments: [Argument] = []

  /// A value and where in the text it stands, in bytes: there a fragment that is put behind other values is numbered anew.
  struct Argument: Sendable {
    let value: Value
    let place: Int
  }

  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation sql: SQL) { self = sql }

  package init(literalCapacity: Int, interpolationCount: Int) {
    text = ""
    text.reserveCapacity(literalCapacity + interpolationCount * 4)
    arguments.reserveCapacity(interpolationCount)
  }

  package mutating func appendLiteral(_ literal: String) { text += literal }

  package mutating func appendInterpolation(_ value: Value) {
    arguments.append(Argument(value: value, place: text.utf8.count))
    text += "?"
    text += String(arguments.count)
  }

  package mutating func appendInterpolation(_ integer: Int64?) { appendInterpolation(.optional(integer)) }
  package mutating func appendInterpolation(_ integer: Int?) { appendInterpolation(integer.map(Int64.init)) }
  /// As 1 or 0.
  package mutating func appendInterpolation(_ flag: Bool?) { appendInterpolation(flag.map { $0 ? 1 : 0 as Int64 }) }
  package mutating func appendInterpolation(_ real: Double?) { appendInterpolation(real.map(Value.real) ?? .null) }
  package mutating func appendInterpolation(_ text: String?) { appendInterpolation(.optional(text)) }
  package mutating func appendInterpolation(_ time: Timestamp?) { appendInterpolation(time?.microseconds) }
  package mutating func appendInterpolation(_ bytes: [UInt8]?) { appendInterpolation(bytes.map(Value.blob) ?? .null) }
  package mutating func appendInterpolation<Tag>(_ identifier: Identifier<Tag>?) {
    appendInterpolation(identifier.map(Value.id) ?? .null)
  }

  /// What stands between the parentheses of an `IN`.
  package mutating func appendInterpolation(list texts: some Sequence<String>) {
    var separator = ""
    for text in texts {
      self.text += separator
      appendInterpolation(text)
      separator = ", "
    }
  }

  /// A part of the SQL itself, with the values that it has. Never what somebody has typed.
  package mutating func appendInterpolation(sql fragment: SQL) {
    let bytes = fragment.text.utf8
    var start = bytes.startIndex
    for argument in fragment.arguments {
      let mark = bytes.index(bytes.startIndex, offsetBy: argument.place)
      text += fragment.text[start..<mark]
      appendInterpolation(argument.value)
      start = bytes[bytes.index(after: mark)...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.endIndex
    }
    text += fragment.text[start...]
  }

  package mutating func appendInterpolation(sql fragment: String) { text += fragment }
}
