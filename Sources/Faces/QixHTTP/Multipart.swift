internal import Glibc

/// The parts of a body of `multipart/form-data` (RFC 7578, over RFC 2046 §5.1.1).
package struct Multipart: Sendable {
  package struct Part: Sendable {
    package let name: String
    /// Whether the client has sent it as a file, whatever it is called there.
    package let isFile: Bool
    package let content: ArraySlice<UInt8>
  }

  package enum Fault: Error, Equatable {
    case noBoundary
    /// The body doesn't end as the boundary says, or a part has no head.
    case malformed
    /// A part's head names no field in UTF-8.
    case unnamed
    case tooManyParts
  }

  package let parts: [Part]

  private static let mostParts = 64
  /// Bytes of a part's head.
  private static let mostHead = 4_096

  /// - Parameters:
  ///   - type: the `Content-Type` of the request.
  ///   - body: whole.
  package init(type: String, body: [UInt8]) throws(Fault) {
    guard let boundary = Self.parameter("boundary", of: type[...]), (1...70).contains(boundary.utf8.count) else {
      throw .noBoundary
    }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter may stand at the very beginning, without a line end in front of it.
    guard body.starts(with: delimiter.dropFirst(2)) else { throw .malformed }
    var parts: [Part] = []
    var position = delimiter.count - 2
    while true {
      if body[position...].starts(with: Array("--".utf8)) { break }
      // Blanks behind a delimiter are padding.
      while position < body.count, body[position] == 0x20 || body[position] == 0x09 { position += 1 }
      guard body[position...].starts(with: [0x0D, 0x0A]) else { throw .malformed }
      guard parts.count < Self.mostParts else { throw .tooManyParts }
      guard let end = Self.find(delimiter, in: body, from: position) else { throw .malformed }
      parts.append(try Self.part(body[position..<end]))
      position = end + delimiter.count
    }
    self.parts = parts
  }

  /// - Parameter bytes: from the end of the delimiter's line on.
  private static func part(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Part {
    let end = Array("\r\n\r\n".utf8)
    let room = bytes[bytes.startIndex..<min(bytes.endIndex, bytes.startIndex + mostHead)]
    guard let middle = find(end, in: Array(room), from: 0) else { throw .malformed }
    guard let head = String(validating: room.prefix(middle), as: UTF8.self) else { throw .unnamed }
    let disposition = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let value = disposition?.drop(while: { $0 != ":" }).dropFirst().drop(while: { $0 == " " }),
      value.lowercased().hasPrefix("form-data"), let name = parameter("name", of: value), !name.isEmpty
    else { throw .unnamed }
    return Part(
      name: name, isFile: parameter("filename", of: value) != nil, content: bytes.dropFirst(middle + end.count))
  }

  /// The value of a parameter of a field: `name="picture"`.
  private static func parameter(_ wanted: String, of field: Substring) -> String? {
    var rest = field.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let letter = rest.first, letter != "\"" {
          rest = rest.dropFirst()
          if letter == "\\", let next = rest.first {
            value.append(next)
            rest = rest.dropFirst()
          } else {
            value.append(letter)
          }
        }
        rest = rest.drop { $0 != ";" }
      } else {
        let plain = rest.prefix { $0 != ";" && $0 != " " }
        value = String(plain)
        rest = rest.dropFirst(plain.count).drop { $0 != ";" }
      }
      if name.lowercased() == wanted { return value }
    }
    return nil
  }

  private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var position = start
      while position + wanted.count <= bytes.count {
        guard let first = memchr(base + position, Int32(wanted[0]), bytes.count - position - wanted.count + 1) else {
          break
        }
        position = UnsafeRawPointer(first) - base
        if UnsafeRawBufferPointer(start: first, count: wanted.count).elementsEqual(wanted) { return position }
        position += 1
      }
      return nil
    }
  }
}
