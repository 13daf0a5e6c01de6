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

  package mutating func add(_ other: HTTPFields) { all += other.all }

  /// Puts a value in the place of those that are there under a name.
  package mutating func replace(_ name: String, with value: String) {
    all.removeAll { $0.name.equalsIgnoringCase(name) }
    add(name, value)
  }

  /// Adds an element to a field that is a list.
  package mutating func extend(_ name: String, by element: String) {
    guard let place = all.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) else { return add(name, element) }
    all[place] = Field(name: name, value: "\(all[place].value), \(element)")
  }

  /// The only value under a name; several are joined by commas, as they may be wherever a field is a list.
  package subscript(name: String) -> String? {
    guard let first = all.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) else { return nil }
    let others = all[(first + 1)...].filter { $0.name.equalsIgnoringCase(name) }
    return others.isEmpty ? all[first].value : ([all[first]] + others).map(\.value).joined(separator: ", ")
  }

  /// How often a name is there: twice is a fault where a field is no list.
  package func count(of name: String) -> Int { all.count { $0.name.equalsIgnoringCase(name) } }

  /// Whether a client takes a coding of bodies (RFC 9110 §12.5.3).
  package func accept(coding: String) -> Bool {
    let weights = list("Accept-Encoding").map { element -> (name: String, isTaken: Bool) in
      let parts = element.split(separator: ";").map(\.trimmed)
      let weight = parts.dropFirst().first { $0.prefix(2).equalsIgnoringCase("q=") }?.dropFirst(2) ?? "1"
      return (String(parts.first ?? ""), weight.contains { ("1"..."9").contains($0) })
    }
    return (weights.first { $0.name.equalsIgnoringCase(coding) } ?? weights.first { $0.name == "*" })?.isTaken ?? false
  }

  /// The elements of a field that is a list, without the blanks around them.
  package func list(_ name: String) -> [String] {
    guard let text = self[name] else { return [] }
    return text.split(separator: ",").map { String($0.trimmed) }
  }
}

extension String {
  /// Whether two texts differ in the case of ASCII letters at the most.
  package func equalsIgnoringCase(_ other: String) -> Bool { isEqual(utf8, other.utf8) }
}

extension Substring {
  /// Whether two texts differ in the case of ASCII letters at the most.
  package func equalsIgnoringCase(_ other: String) -> Bool { isEqual(utf8, other.utf8) }
}

/// For each request dozens of names are compared, most of which differ in their length or first letter.
@inline(__always)
private func isEqual(_ one: some Collection<UInt8>, _ other: String.UTF8View) -> Bool {
  guard one.count == other.count else { return false }
  var rest = other.makeIterator()
  for byte in one {
    guard let match = rest.next(), byte == match || byte.lowered == match.lowered else { return false }
  }
  return true
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
