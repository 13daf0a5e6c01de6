/// Keeps spreadsheets from taking a cell for a formula, which could send what else is in the sheet to strangers (OWASP,
/// CSV Injection): a text that begins with `=`, `+`, `-`, `@`, or one of these in full width, a tab or the end of a line
/// gets an apostrophe in front. A text that has one there already gets another, so that it comes back exactly.
package enum CellGuard {
  package static func guarded(_ text: String) -> String { isTrigger(text) ? "'" + text : text }

  package static func unguarded(_ text: String) -> String {
    guard text.hasPrefix("'"), isTrigger(text) else { return text }
    return String(text.dropFirst())
  }

  private static func isTrigger(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
