/// A column's name as people mean it: `User ID`, `user_id` and `user-id` are one.
///
/// Letters' case doesn't count, nor do blanks around the name; spaces, underscores and hyphens between words are equal,
/// however many stand together.
package struct ColumnName: Hashable, Sendable, CustomStringConvertible {
  /// Lower-case words joined by underscores.
  package let description: String

  package init(_ text: String) {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }
    description = words.joined(separator: "_")
  }
}

extension String {
  /// Without the blanks at both ends.
  var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
