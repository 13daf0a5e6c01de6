/// Text that a person may write: nothing that acts on a terminal or a page, or shows text in another order.
package enum PlainText {
  /// Without blanks at its ends, and one blank for each run of them.
  package static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
}
