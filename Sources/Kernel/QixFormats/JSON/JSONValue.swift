/// A JSON value (RFC 8259).
///
/// Numbers: one without fraction and exponent is an `integer`, exact over the whole of Int64; one beyond it is refused
/// rather than rounded (`-0` is the double it means). All others are the nearest `double`; one beyond its range is
/// refused. Writing keeps the kind: a double always has a point or an exponent.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in their order. Two objects are equal when their members are, in the same order.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: String
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  /// The value of a key; setting nil removes it, setting a new one appends it. Looks through all members.
  package subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key is known to be new.
  mutating func append(_ key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }
}

extension JSONValue {
  package subscript(key: String) -> JSONValue? { object?[key] }

  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// A number of either kind; an integer beyond 2⁵³ as the nearest double.
  package var double: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
  package var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }

  /// Keys in the order written; a key written twice stops the program, being a developer's mistake.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(literal: elements)) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Keys in the order written; a key written twice stops the program, being a developer's mistake.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(literal: elements) }

  fileprivate init(literal elements: [(String, JSONValue)]) {
    self.init()
    for (key, value) in elements {
      precondition(self[key] == nil, "the key '\(key)' stands twice in a literal")
      append(key, value)
    }
  }
}
