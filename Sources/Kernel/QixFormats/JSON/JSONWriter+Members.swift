/// Objects and arrays with what they contain in a closure, so that none is left open; and members that may be null.
extension JSONWriter {
  package mutating func object(_ fill: (inout Self) throws -> Void) rethrows {
    beginObject()
    try fill(&self)
    endObject()
  }

  /// Writes a member that is an array of objects.
  /// - Parameter write: writes the members of the one for an element.
  package mutating func array<Elements: Sequence>(
    _ name: String, of elements: Elements, _ write: (inout Self, Elements.Element) throws -> Void
  ) rethrows {
    try array(name) { writer in
      for element in elements { try writer.object { try write(&$0, element) } }
    }
  }

  /// Writes a member that is an array of what `fill` writes.
  package mutating func array(_ name: String, _ fill: (inout Self) throws -> Void) rethrows {
    key(name)
    beginArray()
    try fill(&self)
    endArray()
  }

  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// Writes what a value is written as: an identifier, a time.
  package mutating func member(_ name: String, text value: (some CustomStringConvertible)?) {
    member(name, value.map { "\($0)" })
  }
}
