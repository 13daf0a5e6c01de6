internal import MessagesContract
internal import QixModule

/// The JSON that a gateway wants, with places for what a message says. It is filled in value by value, so that no text
/// can become anything else than a text.
struct MessageTemplate: Sendable, Equatable {
  private let value: JSONValue

  private static let places = ["{to}", "{text}", "{subject}", "{purpose}", "{id}"]

  init(_ text: String) throws(SettingError) {
    do throws(JSONError) {
      value = try JSONValue(parsing: text)
    } catch {
      throw SettingError("it is not JSON: \(error.description)")
    }
    for place in ["{to}", "{text}"] where !Self.holds(value, place) {
      throw SettingError("none of its texts contains \(place)")
    }
  }

  private static func holds(_ value: JSONValue, _ place: String) -> Bool {
    switch value {
    case .string(let text): text.contains(place)
    case .array(let elements): elements.contains { holds($0, place) }
    case .object(let object): object.members.contains { holds($0.value, place) }
    default: false
    }
  }

  func filled(with message: Message) -> [UInt8] {
    let values = [
      "{to}": message.recipient, "{text}": message.text, "{subject}": message.subject, "{purpose}": message.purpose,
      "{id}": message.id,
    ]
    var writer = JSONWriter()
    write(value, values, to: &writer)
    return writer.bytes
  }

  private func write(_ value: JSONValue, _ values: [String: String], to writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .double(let value): writer.double(value)
    case .string(let text): writer.string(Self.fill(text, values))
    case .array(let elements):
      writer.beginArray()
      for element in elements { write(element, values, to: &writer) }
      writer.endArray()
    case .object(let object):
      writer.beginObject()
      for member in object.members {
        writer.key(member.key)
        write(member.value, values, to: &writer)
      }
      writer.endObject()
    }
  }

  /// In one pass: what was filled in is not looked at again.
  private static func fill(_ text: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      if let place = places.first(where: { rest.hasPrefix($0) }) {
        result += values[place] ?? ""
        rest = rest.dropFirst(place.count)
      } else {
        result.append("{")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}

extension Message {
  /// The message as a command reads it and a gateway gets it where no other body is set.
  ///
  /// `$` and backquotes are written as escapes of JSON: a command that is, or ends in, a shell reading this line would
  /// else run what stands between them, and texts are no programs.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", "messages.message/1")
    writer.member("id", id)
    writer.member("channel", channel.rawValue)
    writer.member("to", recipient)
    writer.member("subject", subject)
    writer.member("text", text)
    writer.member("purpose", purpose)
    writer.key("expires")
    if let expires { writer.string("\(expires)") } else { writer.null() }
    if let unsubscribe { writer.member("unsubscribe", unsubscribe) }
    writer.endObject()
    writer.newLine()
    // Both stand within texts alone.
    return writer.bytes.flatMap { byte in
      switch byte {
      case UInt8(ascii: "$"): Array("\\u0024".utf8)
      case UInt8(ascii: "`"): Array("\\u0060".utf8)
      default: [byte]
      }
    }
  }

  /// - Throws: `MessagesError.malformed`.
  func check() throws(MessagesError) {
    guard !text.isEmpty, text.utf8.count <= 4_000 else {
      throw .malformed("its text must have 1 to 4,000 bytes")
    }
    guard !text.utf8.contains(0), subject.utf8.count <= 200 else {
      throw .malformed("it contains a NUL character, or its subject is longer than 200 bytes")
    }
  }
}
