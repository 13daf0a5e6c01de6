/// A line of an iCalendar file, put together again where it was folded: `DTSTART;TZID=Europe/Rome:20270301T203000`
/// (RFC 5545 §3.1).
struct ContentLine: Sendable, Equatable {
  /// In the file, of its first part; from 1.
  let line: Int
  /// In capitals.
  let name: String
  /// Names in capitals; of several values the first.
  let parameters: [String: String]
  let value: String

  /// The reason why a line is malformed.
  enum Problem: Error { case notText, noColon, malformed }

  /// - Throws: `Problem`
  init(_ bytes: [UInt8], line: Int) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    let hasControls = bytes.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    guard !hasControls else { throw .notText }
    var rest = text.utf8[...]
    let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    guard name.count < rest.count else { throw .noColon }
    guard !name.isEmpty, name.allSatisfy(Self.isNameByte) else { throw .malformed }
    rest = rest[name.endIndex...]
    var parameters: [String: String] = [:]
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst()
      let key = rest.prefix { $0 != UInt8(ascii: "=") }
      guard !key.isEmpty, key.allSatisfy(Self.isNameByte), key.endIndex < rest.endIndex else { throw .malformed }
      rest = rest[key.endIndex...].dropFirst()
      let first = try Self.parameterValue(&rest)
      while rest.first == UInt8(ascii: ",") {
        rest = rest.dropFirst()
        _ = try Self.parameterValue(&rest)
      }
      parameters[Self.text(key).uppercased()] = first
    }
    guard rest.first == UInt8(ascii: ":") else { throw .noColon }
    self.line = line
    self.name = Self.text(name).uppercased()
    self.parameters = parameters
    value = Self.text(rest.dropFirst())
  }

  private static func parameterValue(_ rest: inout Substring.UTF8View) throws(Problem) -> String {
    if rest.first == UInt8(ascii: "\"") {
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != UInt8(ascii: "\"") }
      guard value.endIndex < rest.endIndex else { throw .malformed }
      rest = rest[value.endIndex...].dropFirst()
      return text(value)
    }
    let value = rest.prefix { byte in !";:,\"".utf8.contains(byte) }
    rest = rest[value.endIndex...]
    return text(value)
  }

  private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// The value as the text that it stands for (RFC 5545 §3.3.11): on one line, blanks at its ends taken away.
  var plainText: String {
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        text.append(character == "n" || character == "N" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character == "\t" ? " " : character)
      }
    }
    let words = text.drop { $0.isWhitespace }
    return String(
      words.prefix(upTo: words.lastIndex { !$0.isWhitespace }.map { words.index(after: $0) } ?? words.startIndex))
  }

  /// Whether it is a property of another program, which means nothing here.
  private static func isForeign(_ bytes: [UInt8]) -> Bool {
    let known = ["X-QIX-", "X-WR-TIMEZONE", "X-LIC-LOCATION"]
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }, as: UTF8.self)
      .uppercased()
    return name.hasPrefix("X-") && !known.contains(where: name.hasPrefix)
  }

  /// The lines of a file.
  /// - Parameter take: is given each line, or the number of a malformed one and the reason.
  static func read(_ bytes: [UInt8], take: (Result<ContentLine, Problem>, Int) -> Void) {
    // A mark of the byte order that some programs write.
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 0
    var (open, start): ([UInt8], Int) = ([], 0)
    func finish() {
      guard !open.isEmpty else { return }
      let line = Result { () throws(Problem) in try ContentLine(open, line: start) }
      if case .failure(let problem) = line, problem != .notText, isForeign(open) { return }
      take(line, start)
    }
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = bytes[position..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      position = end + 1
      number += 1
      if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !open.isEmpty {
        open += line.dropFirst()
      } else {
        finish()
        (open, start) = (Array(line), number)
      }
    }
    finish()
  }
}
