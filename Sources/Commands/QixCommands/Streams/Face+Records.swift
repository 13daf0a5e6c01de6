package import QixFormats

extension Face {
  /// Opens a file of lines of which something is kept, to be read as it comes, in any length.
  /// - Parameters:
  ///   - option: the option by which the caller has named it.
  ///   - example: a line of JSON Lines as the command needs it.
  /// - Throws: `ContentWithheld`, `InputError`, and what reading the header throws.
  package func records(
    in path: String, option: String = "FILE", format: RecordFormat = .automatic,
    mapping: ColumnMapping = ColumnMapping(), example: String? = nil
  ) throws -> RecordReader {
    let input = try keptInput(from: path, option: option)
    return try RecordReader(
      source: .reading { try input.read(into: $0) }, name: name(ofInput: path), format: format, mapping: mapping,
      example: example)
  }
}
