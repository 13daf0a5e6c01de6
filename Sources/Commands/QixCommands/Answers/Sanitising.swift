package import QixFormats

extension Unicode.Scalar {
  /// Whether a terminal could take it for a command, or show text in another order.
  ///
  /// These are the C0 and C1 control characters, and Unicode's controls of lines, paragraphs and direction (UAX #9;
  /// "Trojan Source", CVE-2021-42574).
  package var isUnsafeOnTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// The text with everything that a terminal could act on written out, `\u{1B}`; strangers' text must not move the
  /// cursor, change the title or hide what is there.
  package func sanitised(keepingLines: Bool = false) -> String {
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isUnsafeOnTerminal && !(keepingLines && scalar == "\n")
    }
    guard unicodeScalars.contains(where: isUnsafe) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where !keepingLines: result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as a field of TSV: tab, line ends and backslash as `\t`, `\n`, `\r`, `\\`, other unsafe characters as
  /// `\u{…}`. Since the backslash is escaped, it can be read back exactly.
  package var escapedForTSV: String {
    // Nearly all cells are of plain ASCII, which needs no decoding.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) { return self }
    guard unicodeScalars.contains(where: { $0 == "\\" || $0.isUnsafeOnTerminal }) else { return self }
    return unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false)
      .map { String($0).sanitised() }.joined(separator: "\\\\")
  }
}

extension JSONWriter {
  /// A writer for people: indented, with nothing that a terminal could act on.
  package static func indented() -> JSONWriter { JSONWriter(.pretty, escaping: \.isUnsafeOnTerminal) }
}
