/// A chart below a document, and its destination.
package struct DrawnChart: Sendable {
  package let charts: [Chart]
  /// The path of an SVG file; nil for the terminal.
  package var path: String?
  /// Lines on the terminal.
  package var height = 20
}

/// A document as one page for printing, with charts above its tables, and its destination.
package struct PrintedPage: Sendable {
  package let title: String
  package let subtitle: String
  package let charts: [Chart]
  /// `-` is standard output.
  package let path: String
}

extension Document {
  /// Makes a page of the document with charts above its tables, in a file; on standard output it takes the document's
  /// place.
  /// - Parameter subtitle: a line below the title.
  package mutating func page(_ title: String, _ subtitle: String, charts: [Chart], to path: String) {
    page = PrintedPage(title: title, subtitle: subtitle, charts: charts, path: path)
    isSilent = path == "-"
  }
}
