extension JSONWriter {
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  package mutating func member(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }

  /// The text of a value; null for nil.
  package mutating func member(_ name: String, orNull value: (some CustomStringConvertible)?) {
    key(name)
    if let value { string(value.description) } else { null() }
  }

  /// A number; null for nil.
  package mutating func member(_ name: String, orNull value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// A list with an element for each row.
  /// - Parameter write: is handed the writer and the row, and writes one value.
  package mutating func array<Rows: Sequence>(
    _ name: String, of rows: Rows, _ write: (inout JSONWriter, Rows.Element) throws -> Void
  ) rethrows {
    key(name)
    beginArray()
    for row in rows { try write(&self, row) }
    endArray()
  }

  /// A list with an object for each row.
  /// - Parameter write: is handed the writer and the row, and writes the object's members.
  package mutating func objects<Rows: Sequence>(
    _ name: String, of rows: Rows, _ write: (inout JSONWriter, Rows.Element) throws -> Void
  ) rethrows {
    try array(name, of: rows) { writer, row in
      writer.beginObject()
      try write(&writer, row)
      writer.endObject()
    }
  }
}
