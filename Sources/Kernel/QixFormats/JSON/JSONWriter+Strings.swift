extension JSONWriter {
  mutating func quoted(_ text: String) {
    var text = text
    text.withUTF8 { quoted($0) }
  }

  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(.quote)
    if needsEscapes(text) { appendEscaped(text) } else { bytes.append(contentsOf: text) }
    bytes.append(.quote)
  }

  /// Whether the text may hold a character that has to be escaped.
  func needsEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Two loops, so that the one for everybody has nothing more to compare.
    alsoEscapes == nil
      ? text.contains { $0.isEscapedInJSON }
      : text.contains { $0.isEscapedInJSON || $0 >= 0x7F }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard let alsoEscapes else { return appendEscapedBytes(text) }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.isASCII, UInt8(scalar.value).isEscapedInJSON {
        escape(UInt8(scalar.value))
      } else if scalar.value >= 0x7F, alsoEscapes(scalar) {
        for unit in scalar.utf16 { appendNumber(unit) }
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }

  private mutating func appendEscapedBytes(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices where text[index].isEscapedInJSON {
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      escape(text[index])
    }
    bytes.append(contentsOf: text[start...])
  }

  private mutating func escape(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case .quote, .backslash: letter = byte
    case .lineFeed: letter = UInt8(ascii: "n")
    case .carriageReturn: letter = UInt8(ascii: "r")
    case .tab: letter = UInt8(ascii: "t")
    default: return appendNumber(UInt16(byte))
    }
    bytes.append(.backslash)
    bytes.append(letter)
  }

  /// Writes a code unit of UTF-16 as `\u` and four hexadecimal digits.
  private mutating func appendNumber(_ unit: UInt16) {
    let digits: StaticString = "0123456789abcdef"
    bytes.append(.backslash)
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] { bytes.append(digits.utf8Start[Int(unit >> shift & 0xF)]) }
  }
}

extension UInt8 {
  /// Whether RFC 8259 §7 demands that the byte be escaped in a string.
  fileprivate var isEscapedInJSON: Bool { self < 0x20 || self == .quote || self == .backslash }
}
