/// How the records of a batch are written.
package struct RecordFormat: Equatable, Sendable {
  enum Kind: Sendable { case automatic, csv, jsonLines }

  /// The bytes of its characters.
  package enum Encoding: Sendable {
    /// UTF-8, or UTF-16 with a byte order mark.
    case unicode
    /// One byte a character, as spreadsheets of Western Europe write it. A byte order mark says more than this.
    case windows1252
  }

  let kind: Kind
  /// Nil for Unicode where the caller can't be told another.
  package let encoding: Encoding?

  private init(_ kind: Kind, _ encoding: Encoding? = nil) { (self.kind, self.encoding) = (kind, encoding) }

  /// JSON Lines when the first byte that is not blank is `{`, else delimited text.
  package static let automatic = RecordFormat(.automatic)
  /// Delimited text with a header line: commas, semicolons, tabs or bars, found out from the header.
  package static let csv = RecordFormat(.csv)
  /// One JSON object a line.
  package static let jsonLines = RecordFormat(.jsonLines)

  package func encoded(_ encoding: Encoding) -> RecordFormat { RecordFormat(kind, encoding) }

  /// The options that say so; empty for what is found out.
  package var words: [String] {
    let form =
      switch kind {
      case .automatic: [String]()
      case .csv: ["--format csv"]
      case .jsonLines: ["--format json-lines"]
      }
    return form + (encoding == .windows1252 ? ["--encoding windows-1252"] : [])
  }
}
