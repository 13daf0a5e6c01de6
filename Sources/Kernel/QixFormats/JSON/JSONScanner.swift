/// Reads the tokens of RFC 8259 from bytes that are known to be UTF-8, without allocating.
struct JSONScanner {
  /// The greatest depth of arrays and objects: recursion stays bounded whatever the input.
  static let deepest = 128

  /// A fault at an offset; the caller knows the lines.
  struct Fault: Error {
    let problem: JSONError.Problem
    let offset: Int
  }

  /// A token's place. For a string: between the quotes, and whether it holds escapes.
  struct Span {
    let start: Int
    let end: Int
    var hasEscapes = false
  }

  let bytes: UnsafePointer<UInt8>
  let count: Int
  var index = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    (self.bytes, self.count) = (bytes, count)
  }

  /// The next byte; nil at the end.
  var next: UInt8? { index < count ? bytes[index] : nil }

  func fault(_ problem: JSONError.Problem, at offset: Int? = nil) -> Fault {
    let offset = offset ?? index
    return Fault(problem: offset >= count ? .endTooEarly : problem, offset: offset)
  }

  mutating func skipBlanks() {
    while index < count {
      switch bytes[index] {
      case .space, .tab, .lineFeed, .carriageReturn: index += 1
      default: return
      }
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// A string from its opening quote on; escapes are checked but left as they are.
  mutating func string() throws(Fault) -> Span {
    guard take(.quote) else { throw fault(.expected("a string in double quotes")) }
    let start = index
    var hasEscapes = false
    while index < count {
      switch bytes[index] {
      case .quote:
        index += 1
        return Span(start: start, end: index - 1, hasEscapes: hasEscapes)
      case .backslash:
        hasEscapes = true
        _ = try escape()
      case 0..<0x20:
        throw fault(.controlCharacter)
      default:
        index += 1
      }
    }
    throw fault(.endTooEarly)
  }

  /// The scalar that an escape at the index stands for.
  private mutating func escape() throws(Fault) -> UInt32 {
    let start = index
    guard index + 1 < count else { throw fault(.endTooEarly, at: count) }
    index += 2
    switch bytes[index - 1] {
    case .quote, .backslash, UInt8(ascii: "/"): return UInt32(bytes[index - 1])
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      let unit = try hexadecimal(start)
      guard unit & 0xF800 == 0xD800 else { return unit }
      // A high surrogate must be followed by a low one (RFC 8259 §7).
      guard unit < 0xDC00, index + 1 < count, bytes[index] == .backslash, bytes[index + 1] == UInt8(ascii: "u")
      else { throw fault(.loneSurrogate, at: start) }
      index += 2
      let low = try hexadecimal(start)
      guard low & 0xFC00 == 0xDC00 else { throw fault(.loneSurrogate, at: start) }
      return 0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    default:
      throw fault(.badEscape, at: start)
    }
  }

  private mutating func hexadecimal(_ start: Int) throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < count else { throw fault(.endTooEarly) }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0x0F)
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | UInt32(byte & 0x0F + 9)
      default: throw fault(.badEscape, at: start)
      }
      index += 1
    }
    return value
  }

  /// Writes a string's characters without escapes; never more bytes than the span has.
  func unescape(_ span: Span, into output: UnsafeMutablePointer<UInt8>) -> Int {
    var reader = self
    reader.index = span.start
    var written = 0
    while reader.index < span.end {
      let byte = bytes[reader.index]
      if byte == .backslash, let scalar = try? reader.escape() {
        written += UTF16Transcoder.encode(scalar, into: output + written)
      } else {
        output[written] = byte
        written += 1
        reader.index += 1
      }
    }
    return written
  }

  /// A number's text: RFC 8259 §6. `isWhole` is false when it has a fraction or an exponent.
  mutating func number() throws(Fault) -> (span: Span, isWhole: Bool) {
    let start = index
    var isWhole = true
    _ = take(.minus)
    if take(UInt8(ascii: "0")) {
      if let next, isDigit(next) { throw fault(.badNumber, at: start) }
    } else if !digits() {
      throw index < count ? fault(.badNumber, at: start) : fault(.endTooEarly)
    }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() else { throw index < count ? fault(.badNumber, at: start) : fault(.endTooEarly) }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(.minus) { _ = take(UInt8(ascii: "+")) }
      guard digits() else { throw index < count ? fault(.badNumber, at: start) : fault(.endTooEarly) }
    }
    return (Span(start: start, end: index), isWhole)
  }

  private mutating func digits() -> Bool {
    let start = index
    while let next, isDigit(next) { index += 1 }
    return index > start
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Passes over `true`, `false` or `null`, whichever is told.
  mutating func literal(_ text: StaticString) throws(Fault) {
    for offset in 0..<text.utf8CodeUnitCount {
      guard index + offset < count else { throw fault(.endTooEarly, at: count) }
      guard bytes[index + offset] == text.utf8Start[offset] else { throw fault(.badLiteral) }
    }
    index += text.utf8CodeUnitCount
  }

  /// Passes over any value, checking its form.
  mutating func skipValue(depth: Int = 0) throws(Fault) {
    skipBlanks()
    switch next {
    case .quote?: _ = try string()
    case UInt8.minus?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: _ = try number()
    case UInt8(ascii: "t")?: try literal("true")
    case UInt8(ascii: "f")?: try literal("false")
    case UInt8(ascii: "n")?: try literal("null")
    case UInt8.leftBracket?, UInt8.leftBrace?:
      guard depth < Self.deepest else { throw fault(.tooDeep) }
      try skipContainer(depth: depth)
    default: throw fault(.expected("a value"))
    }
  }

  private mutating func skipContainer(depth: Int) throws(Fault) {
    let isObject = bytes[index] == .leftBrace
    let closing: UInt8 = isObject ? .rightBrace : .rightBracket
    index += 1
    skipBlanks()
    if take(closing) { return }
    while true {
      if isObject {
        skipBlanks()
        _ = try string()
        try colon()
      }
      try skipValue(depth: depth + 1)
      if try endsAfterValue(closing) { return }
    }
  }

  mutating func colon() throws(Fault) {
    skipBlanks()
    guard take(.colon) else { throw fault(.expected("a colon")) }
  }

  /// Reads what follows a member or element: true for the closing bracket, false for a comma.
  mutating func endsAfterValue(_ closing: UInt8) throws(Fault) -> Bool {
    skipBlanks()
    if take(closing) { return true }
    guard take(.comma) else {
      throw fault(.expected(closing == .rightBrace ? "a comma or a closing brace" : "a comma or a closing bracket"))
    }
    return false
  }
}
