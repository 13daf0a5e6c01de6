extension JSONValue {
  /// Reads exactly one value of UTF-8 text, blanks around it allowed. A byte order mark is not (RFC 8259 §8.1).
  ///
  /// Refused besides what the grammar refuses: a key twice in one object (also when two spellings differ only in how
  /// their accents are composed), nesting beyond 128 levels, half surrogate pairs, numbers that can't be kept.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(JSONError) { try self.init(parsing: bytes, visit: nil) }

  /// - Parameter visit: is told the offset of each value, of a member that of its key.
  init(parsing bytes: [UInt8], visit: @escaping (JSONPointer, Int) -> Void) throws(JSONError) {
    let parsed: Result<JSONValue, JSONError> = bytes.withUnsafeBytes { bytes in
      do throws(JSONError) { return .success(try JSONValue(parsing: bytes, visit: visit)) } catch {
        return .failure(error)
      }
    }
    self = try parsed.get()
  }

  private init(
    parsing bytes: UnsafeRawBufferPointer, visit: ((JSONPointer, Int) -> Void)?
  ) throws(JSONError) {
    let parsed: Result<JSONValue, JSONError> = bytes.withMemoryRebound(to: UInt8.self) { bytes in
      do throws(JSONScanner.Fault) {
        guard let base = bytes.baseAddress else { throw JSONScanner.Fault(problem: .endTooEarly, offset: 0) }
        var parser = JSONParser(scanner: JSONScanner(base, count: bytes.count), visit: visit)
        return .success(try parser.document())
      } catch {
        let (line, column) = Self.place(of: error.offset, in: bytes)
        return .failure(JSONError(problem: error.problem, line: line, column: column))
      }
    }
    self = try parsed.get()
  }

  package init(parsing bytes: [UInt8]) throws(JSONError) {
    let parsed: Result<JSONValue, JSONError> = bytes.withUnsafeBytes { bytes in
      do throws(JSONError) { return .success(try JSONValue(parsing: bytes)) } catch { return .failure(error) }
    }
    self = try parsed.get()
  }

  package init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// The bytes of a file without the byte order mark that some editors put in front of UTF-8.
  package static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  private static func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes[..<min(offset, bytes.count)] {
      if byte == .lineFeed {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

/// Builds values from tokens.
private struct JSONParser {
  var scanner: JSONScanner
  /// Nil where the places aren't wanted, and no pointers are made.
  let visit: ((JSONPointer, Int) -> Void)?
  /// The way to the value that is being read.
  private var pointer = JSONPointer.whole
  /// Members of an object that are looked through one by one for a key that is there twice.
  private static let few = 16

  init(scanner: JSONScanner, visit: ((JSONPointer, Int) -> Void)?) {
    self.scanner = scanner
    self.visit = visit
  }

  mutating func document() throws(JSONScanner.Fault) -> JSONValue {
    let (good, stop) = UTF8Check.scan(scanner.bytes, count: scanner.count)
    // A zero byte is the grammar's to refuse: there it is a control character.
    guard stop == .none || stop == .zero else { throw JSONScanner.Fault(problem: .invalidUTF8, offset: good) }
    scanner.skipBlanks()
    visit?(.whole, scanner.index)
    let value = try value(depth: 0)
    scanner.skipBlanks()
    guard scanner.index == scanner.count else { throw scanner.fault(.textBehind) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONScanner.Fault) -> JSONValue {
    scanner.skipBlanks()
    switch scanner.next {
    case UInt8.quote?: return .string(try string())
    case UInt8.minus?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    case UInt8.leftBracket?: return .array(try array(depth: depth))
    case UInt8.leftBrace?: return .object(try object(depth: depth))
    case UInt8(ascii: "t")?:
      try scanner.literal("true")
      return .bool(true)
    case UInt8(ascii: "f")?:
      try scanner.literal("false")
      return .bool(false)
    case UInt8(ascii: "n")?:
      try scanner.literal("null")
      return .null
    default: throw scanner.fault(.expected("a value"))
    }
  }

  /// A value within another one.
  private mutating func part(_ step: String, at offset: Int, depth: Int) throws(JSONScanner.Fault) -> JSONValue {
    guard let visit else { return try value(depth: depth + 1) }
    let outer = pointer
    pointer = outer.appending(step)
    visit(pointer, offset)
    let value = try value(depth: depth + 1)
    pointer = outer
    return value
  }

  private mutating func string() throws(JSONScanner.Fault) -> String {
    let span = try scanner.string()
    let scanner = scanner
    guard span.hasEscapes else {
      return String(
        decoding: UnsafeBufferPointer(start: scanner.bytes + span.start, count: span.end - span.start),
        as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: span.end - span.start) { buffer in
      buffer.baseAddress.map { scanner.unescape(span, into: $0) } ?? 0
    }
  }

  private mutating func number() throws(JSONScanner.Fault) -> JSONValue {
    let (span, isWhole) = try scanner.number()
    let digits = UnsafeBufferPointer(start: scanner.bytes + span.start, count: span.end - span.start)
    let text = String(decoding: digits, as: UTF8.self)
    if isWhole, text != "-0" {
      guard let value = Int64(text) else { throw scanner.fault(.numberTooLarge, at: span.start) }
      return .integer(value)
    }
    guard let value = Double(text), value.isFinite else { throw scanner.fault(.numberTooLarge, at: span.start) }
    return .double(value)
  }

  private mutating func array(depth: Int) throws(JSONScanner.Fault) -> [JSONValue] {
    guard depth < JSONScanner.deepest else { throw scanner.fault(.tooDeep) }
    scanner.index += 1
    scanner.skipBlanks()
    if scanner.take(.rightBracket) { return [] }
    var elements: [JSONValue] = []
    repeat {
      if visit != nil { scanner.skipBlanks() }
      elements.append(try part(visit == nil ? "" : String(elements.count), at: scanner.index, depth: depth))
    } while try !scanner.endsAfterValue(.rightBracket)
    return elements
  }

  private mutating func object(depth: Int) throws(JSONScanner.Fault) -> JSONObject {
    guard depth < JSONScanner.deepest else { throw scanner.fault(.tooDeep) }
    scanner.index += 1
    scanner.skipBlanks()
    var object = JSONObject()
    if scanner.take(.rightBrace) { return object }
    // Of an object with more members than are looked through one by one: a set's first use asks the runtime whether
    // texts can be hashed, which takes as long as a short document.
    var keys: Set<String> = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.index
      let key = try string()
      let isNew: Bool
      if object.members.count < Self.few {
        isNew = !object.members.contains { $0.key == key }
      } else {
        if keys.isEmpty { for member in object.members { keys.insert(member.key) } }
        isNew = keys.insert(key).inserted
      }
      guard isNew else { throw scanner.fault(.duplicateKey, at: start) }
      try scanner.colon()
      object.append(key, try part(key, at: start, depth: depth))
    } while try !scanner.endsAfterValue(.rightBrace)
    return object
  }
}
