/// Header fields in their order (RFC 9110 §5). Names are compared without regard to case.
package struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package private(set) var all: [Field] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    all = elements.map { Field(name: $0.0, value: $0.1) }
  }

  package mutating func add(_ name: String, _ value: String) { all.append(Field(name: name, value: value)) }

  /// The only value under a name; several are joined by commas, as they may be wherever a field is a list.
  package subscript(name: String) -> String? {
    let values = all.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// How often a name is there: twice is a fault where a field is no list.
  package func count(of name: String) -> Int { all.count { $0.name.equalsIgnoringCase(name) } }

  /// The elements of a field that is a list, without the blanks around them.
  package func list(_ name: String) -> [String] {
    guard let text = self[name] else { return [] }
    return text.split(separator: ",").map { String($0.trimmed) }
  }
}

extension StringProtocol {
  /// Whether two texts differ in the case of ASCII letters at the most.
  package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
  }
}

extension Substring {
  /// Without blanks and tabs at both ends.
  var trimmed: Substring {
    var text = self
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return text
  }
}

extension UInt8 {
  /// The lower-case letter of an ASCII capital; any other byte as it is.
  fileprivate var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
