package import QixCommands
internal import QixKernel

/// The titles that people read: of badges, tiers, programmes.
package enum ItemTitle {
  /// Unicode scalars.
  package static let lengths = 1...200

  /// Whether it is on one line, of that length, and more than blanks.
  package static func isWellFormed(_ title: String) -> Bool {
    lengths.contains(title.unicodeScalars.count) && title.contains { !$0.isWhitespace }
      && PlainText.isUncontrolled(title)
  }
}

extension ValueType where Value == String {
  /// A title that is kept, without blanks at its ends.
  package static var title: ValueType {
    ValueType(placeholder: "TEXT") { text throws(ValueError) in
      guard ItemTitle.isWellFormed(text) else {
        throw ValueError(
          "a title is one line of \(ItemTitle.lengths.lowerBound) to \(ItemTitle.lengths.upperBound) characters")
      }
      return PlainText.withoutBlanks(text)
    }
  }
}
