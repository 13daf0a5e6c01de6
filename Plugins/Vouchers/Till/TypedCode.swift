internal import QixModule

/// Input from a keyboard, a scanner or a file, made ready to be read as a code.
///
/// Scanners put a line end, a tab or a mark of their own around what they read, telephones make a dash longer and a
/// blank wider, editors begin a file with a byte order mark: none of that is the presenter's mistake.
enum TypedCode {
  /// Without what stands around it, and with the dashes and blanks of ASCII in it.
  /// - Throws: `vouchers.code-malformed` if more than one line has something in it.
  static func tidy(_ text: String) throws(Failure) -> [UInt8] {
    let inner = text.unicodeScalars.drop(while: isAround)
    guard let last = inner.lastIndex(where: { !isAround($0) }) else { return [] }
    var bytes: [UInt8] = []
    for scalar in inner[...last] {
      switch scalar.properties.generalCategory {
      case .dashPunctuation: bytes.append(UInt8(ascii: "-"))
      case .spaceSeparator: bytes.append(UInt8(ascii: " "))
      case .initialPunctuation, .finalPunctuation: bytes.append(UInt8(ascii: "'"))
      // Invisible: a soft hyphen, a mark of direction.
      case .format: continue
      default:
        if scalar.properties.isWhitespace, scalar != "\t" {
          throw Failure(
            "vouchers.code-malformed", .usage, "the input has more than one line, but a code is one line",
            hint: "Give one code at a time. Each use is a command of its own.")
        }
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }

  private static func isAround(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: scalar.properties.isWhitespace
    }
  }
}
