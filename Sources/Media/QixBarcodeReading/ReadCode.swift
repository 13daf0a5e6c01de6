/// A code that was found in a picture and is believed.
package struct ReadCode: Sendable, Equatable {
  package struct Corner: Sendable, Equatable {
    package let x: Int
    package let y: Int
  }

  package let symbology: CodeSymbology
  /// The data in UTF-8, as they are encoded: an FNC1 between elements is U+001D. EAN and UPC have their check digit; a
  /// UPC-E is expanded; UPC-A and UPC-E have the thirteen digits of the EAN-13 that they stand for.
  package let text: String
  /// Whether the data are GS1's elements.
  package let isGS1: Bool
  package let isInverted: Bool
  /// Votes for a linear code: rows that said so, over all passes and readers; 1 for codes of two dimensions.
  package let evidence: Int
  /// In pixels of the picture: top left, top right, bottom right, bottom left of the code.
  package let corners: [Corner]
}

/// All that was found in a picture.
package struct Readings: Sendable, Equatable {
  /// The best first.
  package let codes: [ReadCode]
  /// Passes that it took, 1 or more; a large picture is looked at in two sizes.
  package let passes: Int
  /// Milliseconds that it took.
  package let milliseconds: Double
}
