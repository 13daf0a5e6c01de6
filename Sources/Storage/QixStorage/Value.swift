package import QixKernel

/// A value bound to a parameter of a statement.
package enum Value: Sendable, Hashable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  case null

  package static func id<Tag>(_ identifier: Identifier<Tag>) -> Value { .blob(identifier.bytes) }
  package static func time(_ time: Timestamp) -> Value { .integer(time.microseconds) }
  package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
  package static func optional(_ integer: Int64?) -> Value { integer.map(Value.integer) ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
