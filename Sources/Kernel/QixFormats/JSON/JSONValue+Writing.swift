extension JSONValue: CustomStringConvertible {
  /// Compact JSON text.
  package var description: String { text() }

  /// JSON text; members in their order. The pretty style ends without a line break.
  package func text(_ style: JSONWriter.Style = .compact) -> String {
    String(decoding: serialized(style), as: UTF8.self)
  }

  /// JSON text as UTF-8.
  package func serialized(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style, reserving: 256)
    writer.value(self)
    return writer.bytes
  }
}

extension JSONWriter {
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .double(let value): double(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}
