/// Text that a person may write: nothing that acts on a terminal or a page, or shows text in another order.
package enum PlainText {
  /// Without blanks at its ends, and one blank for each run of them.
  package static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Without the spaces, tabs and no-break spaces at its ends.
  package static func withoutBlanks(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\u{A0}" }
    let scalars = text.unicodeScalars
    guard scalars.first.map(isBlank) ?? false || scalars.last.map(isBlank) ?? false else { return text }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }), let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// With line feeds for the line ends of other systems, as texts of several lines are kept.
  package static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    // To Swift, a carriage return and the line feed behind it are one character.
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// Neither a control character nor one that directs, hides or is no character (UAX #9, UTR #36).
  package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
    // The joiners that some scripts and emoji need are allowed; the rest of these characters only direct or hide.
    case .format: scalar.value == 0x200C || scalar.value == 0x200D
    default: true
    }
  }

  package static func isVisible(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isVisible) }

  /// Whether nothing of it shows: white space, code points that are drawn as nothing by default (UAX #44,
  /// Default_Ignorable_Code_Point), and the Braille pattern without dots.
  package static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.value == 0x2800
    }
  }

  /// The place, from 1, and the first of the control characters that stand in no text of several lines either: all but
  /// tabs and line ends. Nil where there is none.
  package static func control(in text: String) -> (place: Int, scalar: Unicode.Scalar)? {
    // Nearly all texts have none, and their bytes say so.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return nil }
    return text.unicodeScalars.enumerated().first { _, scalar in
      scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
    }.map { ($0.offset + 1, $0.element) }
  }

  /// Whether it has no control character of ASCII or Latin-1.
  package static func isUncontrolled(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// Whether it is written in lower-case letters of ASCII, digits and the signs given, as what has one name for ever.
  /// - Parameter lengths: bytes.
  package static func isName(_ text: String, _ lengths: ClosedRange<Int> = 1...64, signs: String = "-_") -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { isWord($0) || signs.utf8.contains($0) }
  }

  /// Whether a byte is a lower-case letter of ASCII or a digit.
  package static func isWord(_ byte: UInt8) -> Bool { isSmall(byte) || (0x30...0x39).contains(byte) }

  /// Whether a byte is a lower-case letter of ASCII.
  package static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  /// Whether a text begins with a lower-case letter of ASCII or a digit.
  package static func beginsWithWord(_ text: String) -> Bool { text.utf8.first.map(isWord) ?? false }
}

extension StringProtocol {
  /// With a capital letter in front, as a sentence begins.
  package var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
