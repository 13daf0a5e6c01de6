/// Writes JSON (RFC 8259) into a byte buffer, value by value, without allocating for each.
///
/// The caller keeps to the grammar: a key before each value of an object, every opened bracket closed. Made for
/// streams: write an object, `newLine()`, hand `bytes` to the output, `removeAll()`, and again.
package struct JSONWriter {
  package enum Style: Sendable {
    /// Without any blanks.
    case compact
    /// Two spaces a level, one member or element a line.
    case pretty
  }

  /// The bytes written since the last `removeAll` or `drain`.
  package internal(set) var bytes: [UInt8] = []
  /// Characters to be escaped besides those that JSON demands; nil for none.
  let alsoEscapes: (@Sendable (Unicode.Scalar) -> Bool)?
  private let style: Style
  private var depth = 0
  /// The depth of brackets within an object on one line; 0 outside of such.
  private var inlineDepth = 0
  /// A value stands before the place of the next one, so a comma is due.
  private var follows = false
  private var followsKey = false

  /// - Parameter escaping: what is written as `\u` and its number though JSON would take it as it is, such as what a
  ///   terminal acts on. Asked only about characters beyond printable ASCII. Of those beyond U+FFFF both surrogates
  ///   are written.
  package init(
    _ style: Style = .compact, escaping alsoEscapes: (@Sendable (Unicode.Scalar) -> Bool)? = nil,
    reserving capacity: Int = 4_096
  ) {
    self.style = style
    self.alsoEscapes = alsoEscapes
    bytes.reserveCapacity(capacity)
  }

  /// The text written since the last `removeAll` or `drain`.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Hands over what was written and forgets it, so that long output needs no memory: see `removeAll`.
  package mutating func drain() -> String {
    defer { removeAll() }
    return text
  }

  /// Forgets what was written, keeping the memory. Open brackets stay open; outside of them a new text begins.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    if depth == 0 { follows = false }
  }

  /// Ends a line of JSON Lines.
  package mutating func newLine() {
    bytes.append(.lineFeed)
    if depth == 0 { follows = false }
  }

  /// - Parameter inline: whether the object stands on one line, `{"a": 1, "b": [2, 3]}`, even in the pretty style: a
  ///   record of a list that can then be searched by lines.
  package mutating func beginObject(inline: Bool = false) {
    open(.leftBrace)
    if inline, inlineDepth == 0 { inlineDepth = depth }
  }

  package mutating func endObject() { close(.rightBrace) }
  package mutating func beginArray() { open(.leftBracket) }
  package mutating func endArray() { close(.rightBracket) }

  /// A key that stands in the source as a literal; faster than one made at run time.
  package mutating func key(_ name: StaticString) {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard style == .compact, !needsEscapes(name) else {
      separate()
      quoted(name)
      endKey()
      return
    }
    // All at once: appending costs more than copying.
    let start = follows ? 1 : 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 4) { text in
      text[0] = .comma
      text[start] = .quote
      for index in name.indices { text[start + 1 + index] = name[index] }
      text[start + 1 + name.count] = .quote
      text[start + 2 + name.count] = .colon
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<(start + 3 + name.count)]))
    }
    (follows, followsKey) = (false, true)
  }

  // Disfavoured, or literals would come here: the compiler takes them for String where it may.
  @_disfavoredOverload
  package mutating func key(_ name: String) {
    separate()
    quoted(name)
    endKey()
  }

  package mutating func string(_ value: String) {
    separate()
    quoted(value)
    follows = true
  }

  /// A string given as UTF-8, such as a field of a `RecordReader`; bytes that are no UTF-8 must not be given.
  package mutating func string(_ value: UnsafeRawBufferPointer) {
    separate()
    value.withMemoryRebound(to: UInt8.self) { quoted($0) }
    follows = true
  }

  package mutating func integer(_ value: Int64) {
    separate()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 { bytes.append(.minus) }
      bytes.append(contentsOf: digits[start...])
    }
    follows = true
  }

  /// The shortest text that reads back as the same double, with a point or an exponent. What JSON has no word for
  /// (infinities, not-a-number) becomes null, as in JavaScript.
  package mutating func double(_ value: Double) {
    separate()
    var text = value.isFinite ? value.description : "null"
    text.withUTF8 { bytes.append(contentsOf: $0) }
    follows = true
  }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
  package mutating func null() { literal("null") }

  /// A value that is JSON text already; it is not checked.
  package mutating func raw(_ json: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: json)
    follows = true
  }

  package mutating func raw(_ json: String) {
    var json = json
    json.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    follows = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    follows = false
  }

  private mutating func close(_ bracket: UInt8) {
    precondition(depth > 0 && !followsKey, "a bracket is closed that was not opened, or behind a key")
    depth -= 1
    // With nothing written since the opening bracket, both stand together.
    if follows { breakLine() }
    if depth < inlineDepth { inlineDepth = 0 }
    bytes.append(bracket)
    follows = true
  }

  private mutating func endKey() {
    bytes.append(.colon)
    if style == .pretty { bytes.append(.space) }
    followsKey = true
  }

  /// Writes what stands between two values.
  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    if follows { bytes.append(.comma) }
    if depth > 0 { breakLine() }
    if follows, inlineDepth > 0, style == .pretty { bytes.append(.space) }
    follows = false
  }

  private mutating func breakLine() {
    guard style == .pretty, inlineDepth == 0 else { return }
    bytes.append(.lineFeed)
    for _ in 0..<2 * depth { bytes.append(.space) }
  }
}
