internal import QixShake

/// The lines of a text file, whatever ends them: LF, CRLF or CR.
struct SourceText {
  let lines: [String]

  /// Nil when the bytes are not UTF-8. A byte order mark at the start is dropped.
  init?(_ bytes: [UInt8]) {
    guard
      let text = String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    else { return nil }
    lines = Self.lines(of: text)
  }

  init(_ text: String) { lines = Self.lines(of: text) }

  private static func lines(of text: String) -> [String] {
    var lines: [String] = [], line = String.UnicodeScalarView()
    var endedByReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        if scalar == "\n", endedByReturn {
          endedByReturn = false
          continue
        }
        endedByReturn = scalar == "\r"
        lines.append(String(line))
        line = String.UnicodeScalarView()
      } else {
        endedByReturn = false
        line.append(scalar)
      }
    }
    if !line.isEmpty { lines.append(String(line)) }
    return lines
  }

  /// The place of the first byte that isn't part of UTF-8 text.
  static func firstBadByte(of bytes: [UInt8]) -> Int? {
    var decoder = UTF8(), place = 0
    var source = bytes.makeIterator()
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): place += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return place
      }
    }
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...last]))
  }

  /// A stranger's word in a message: on one line, with nothing in it that moves a cursor.
  var sanitisedForMessage: String { String(self).sanitised() }
}

extension Unicode.Scalar {
  /// Whether it has no place in a question: control characters but for tabs and line ends.
  var isForbiddenInQuestions: Bool {
    properties.generalCategory == .control && self != "\n" && self != "\t"
  }
}
