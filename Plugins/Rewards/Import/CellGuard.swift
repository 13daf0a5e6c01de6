/// Keeps spreadsheets from taking a cell for a formula, which could send what else is in the sheet to strangers (OWASP,
/// CSV Injection): a text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in front.
/// A text that has one there already gets another, so that it comes back exactly.
enum CellGuard {
  static func guarded(_ text: String) -> String { isTrigger(text) ? "'" + text : text }

  static func unguarded(_ text: String) -> String {
    guard text.hasPrefix("'"), isTrigger(text) else { return text }
    return String(text.dropFirst())
  }

  private static func isTrigger(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "'") }) else { return false }
    return "=+-@\t\r".utf8.contains(first)
  }
}
