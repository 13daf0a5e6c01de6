/// Reads the records of a batch one by one, in constant memory, without allocating for each.
///
/// Delimited text is read as spreadsheets write it: commas, semicolons, tabs or bars (found out from the header, or
/// told by Excel's `sep=` line), UTF-8 with or without a byte order mark or UTF-16 with one, line breaks of any system,
/// quoting by RFC 4180. Lines without any content are skipped. A row needs a field for each column; more are accepted
/// only where they are empty. JSON Lines holds one object a line.
///
/// After an error whose `endsReading` is false, `next()` goes on with the following record.
///
/// A structure that can't be copied rather than a class: a class pays for a check of exclusive access at each touch of
/// a property, which took half of the time of a batch.
package struct RecordReader: ~Copyable {
  /// More columns than this are refused: memory stays bounded whatever keys an input makes up.
  static let mostColumns = 4_096

  /// The name of the input in messages.
  package let name: String
  /// A line of JSON Lines as it should be, for messages.
  let example: String?
  let mapping: ColumnMapping
  /// The names of a header's columns as the file spells them.
  var spellings: [String] = []
  /// The format found: `.csv` or `.jsonLines`.
  package internal(set) var format: RecordFormat
  /// The byte between two fields; nil for JSON Lines.
  package internal(set) var delimiter: Unicode.Scalar?

  /// The names of the columns. Delimited text: of the header, without blanks around them. JSON Lines: what
  /// `column(named:)` was asked for and the keys seen so far, in order of appearance.
  package internal(set) var columns: [String] = []
  /// The line of the file, from 1, at which the current record starts.
  package internal(set) var line = 0
  /// The number of the current record, from 1; the header and skipped lines don't count. 0 before the first, so that it
  /// stays 0 for a file of only a header.
  package internal(set) var record = 0

  var window: RecordWindow
  var fields: FieldTable
  /// The columns by their names as people mean them, and JSON's keys by their exact spelling.
  var columnsByName: [ColumnName: Int] = [:]
  var columnsByKey: [String: Int] = [:]
  /// JSON keys as UTF-8, to be compared without making a String; parallel to `columns`.
  var keys: [[UInt8]] = []
  /// Length of the current record without its line break, and with what follows up to the next record.
  var recordLength = 0
  var consumed = 0
  /// The number of fields in the row, empty ones behind the last column included.
  var fieldCount = 0
  /// The line at which the next record starts.
  var nextLine = 1
  /// The last record ended with a carriage return; a line feed at the start of the next belongs to it.
  var skipsLineFeed = false
  private(set) var failure: RecordError?

  /// Opens the input and reads the header of delimited text.
  /// - Parameters:
  ///   - name: what to call the input in messages, such as `grants.csv` or `standard input`.
  ///   - mapping: headers that stand for columns of another name.
  ///   - example: a line of JSON Lines as this input should have them, for authors of other lines.
  /// - Throws: `RecordError` when the input can't be read, holds nothing (JSON Lines asked for by name may), or when
  ///   the header is faulty.
  package init(
    source: ByteSource, name: String, format: RecordFormat = .automatic, mapping: ColumnMapping = ColumnMapping(),
    example: String? = nil
  ) throws(RecordError) {
    self.name = name
    self.example = example
    self.mapping = mapping
    self.format = format.kind == .jsonLines ? .jsonLines : .csv
    window = RecordWindow(source, format.encoding)
    fields = FieldTable()
    do {
      try window.detectEncoding()
    } catch {
      throw RecordError(file: name, line: nil, column: nil, problem: error.problem)
    }
    if format.kind == .automatic, try startsWithObject() { self.format = .jsonLines }
    if self.format == .csv { try readHeader() }
  }

  /// Goes to the next record; false at the end of the input.
  /// - Throws: `RecordError` with file, line and column.
  package mutating func next() throws(RecordError) -> Bool {
    if let failure { throw failure }
    fields.serial &+= 1
    do {
      return format == .jsonLines ? try nextObject() : try nextRow()
    } catch {
      if error.endsReading { failure = error }
      throw error
    }
  }

  /// The index of a column by its name as people mean it; nil when a header has no such column.
  ///
  /// In JSON Lines any key may still appear, so a column that was not seen yet gets its index now.
  package mutating func column(named name: String) -> Int? {
    let meant = ColumnName(name)
    if let index = columnsByName[meant] { return index }
    guard format == .jsonLines, columns.count < Self.mostColumns else { return nil }
    return addColumn(name, meant)
  }

  /// The value of a column in the current record, without quotes and escapes; nil when a JSON object lacks it or has
  /// null. Valid until the next call of `next()`.
  ///
  /// JSON numbers are the text as written, booleans `true` and `false`, arrays and objects their JSON text.
  package func field(_ column: Int) -> UnsafeRawBufferPointer? {
    fields.bytes(column, record: window.record)
  }

  /// The value of a column as a string of its own; nil as for `field`.
  package func text(_ column: Int) -> String? {
    field(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the place of a column's value in the file; the start of the record when it is absent.
  package func position(of column: Int) -> (line: Int, column: Int) {
    place(ofOffset: fields.offset(column) ?? 0)
  }

  /// The character, from 1, at which the value of a column starts in its line.
  package func columnOffset(_ column: Int) -> Int { position(of: column).column }

  /// The current record as it stands in the file (UTF-16: as UTF-8), without its line break. Valid until the next call
  /// of `next()`; after an error that does not end reading, it is the faulty record.
  package func raw() -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: window.record, count: recordLength)
  }

  @discardableResult
  mutating func addColumn(_ name: String, _ meant: ColumnName) -> Int {
    columns.append(name)
    keys.append(Array(name.utf8))
    columnsByName[meant] = columns.count - 1
    fields.reserve(columns.count)
    return columns.count - 1
  }

  private mutating func startsWithObject() throws(RecordError) -> Bool {
    var (offset, isList) = (0, false)
    while true {
      while offset < window.available {
        switch window.record[offset] {
        case .space, .tab, .lineFeed, .carriageReturn: offset += 1
        case .leftBracket where !isList:
          // No header of a table goes on so.
          isList = true
          offset += 1
        case let byte:
          guard isList else { return byte == .leftBrace }
          guard byte == .leftBrace || byte == .rightBracket else { return false }
          throw RecordError(file: name, line: 1, column: 1, problem: .jsonArray)
        }
      }
      // A flood of blanks is left to the reader of delimited text, which skips lines without content.
      guard offset < RecordWindow.longestRecord, try more() else { return false }
    }
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
}
