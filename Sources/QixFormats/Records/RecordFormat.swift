/// The format of the records of a batch.
package enum RecordFormat: String, Sendable, CaseIterable {
  /// JSON Lines when the first byte that is not blank is `{`, else delimited text.
  case automatic
  /// Delimited text with a header line: commas, semicolons, tabs or bars, found out from the header.
  case csv
  /// One JSON object a line.
  case jsonLines
}
