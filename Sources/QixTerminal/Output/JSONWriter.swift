/// Writes JSON (RFC 8259) into text, commas and indentation included.
package struct JSONWriter {
  package private(set) var text = ""
  /// Whether something stands already at each open level.
  private var hasItems: [Bool] = []
  private var followsKey = false
  private let isIndented: Bool
  /// How many levels were open when an object on one line began.
  private var inlineLevel: Int?

  /// - Parameter indented: whether each member stands on a line of its own.
  package init(indented: Bool = false) { isIndented = indented }

  /// - Parameter inline: whether the object stands on one line whatever the rest does: a record of a list.
  package mutating func beginObject(inline: Bool = false) {
    open("{")
    if inline, inlineLevel == nil { inlineLevel = hasItems.count }
  }

  package mutating func endObject() { close("}") }
  package mutating func beginArray() { open("[") }
  package mutating func endArray() { close("]") }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    text += isIndented ? ": " : ":"
    followsKey = true
  }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// A number, `true`, `false` or `null`, already in the form of JSON.
  package mutating func literal(_ value: String) {
    separate()
    text += value
  }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    literal(value ? "true" : "false")
  }

  /// Hands over what has been written so far, so that long output needs no memory.
  mutating func drain() -> String {
    defer { text = "" }
    return text
  }

  private mutating func open(_ bracket: Character) {
    separate()
    text.append(bracket)
    hasItems.append(false)
  }

  private mutating func close(_ bracket: Character) {
    let isInline = inlineLevel != nil
    if inlineLevel == hasItems.count { inlineLevel = nil }
    if hasItems.popLast() == true, !isInline { newLine() }
    text.append(bracket)
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
    } else if let hasItem = hasItems.last {
      if hasItem { text += inlineLevel == nil ? "," : ", " }
      hasItems[hasItems.count - 1] = true
      if inlineLevel == nil { newLine() }
    }
  }

  private mutating func newLine() {
    if isIndented { text += "\n" + String(repeating: "  ", count: hasItems.count) }
  }

  /// Escapes what JSON demands and, beyond it, what a terminal could take for a command.
  private mutating func quote(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.isUnsafeOnTerminal:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
