internal import QixModule

/// The users that a file names, line by line.
struct SegmentLines: ~Copyable {
  enum Line {
    case user(String, line: Int)
    case fault(any Diagnosable)
  }

  private var reader: RecordReader
  private let column: Int

  /// - Throws: what reading the header throws; `campaigns.segment-no-user-column`.
  init(_ path: String, _ format: RecordFormat, _ mapping: ColumnMapping, _ face: any Face) throws {
    // The members of a segment can be listed later.
    var reader = try face.records(
      in: path, option: "--file", format: format, mapping: mapping, example: "{\"user\":\"shop-4711\"}")
    guard let column = reader.column(named: "user") else {
      let columns = reader.columns.map { "'\($0)'" }.joined(separator: ", ")
      throw Failure(
        "campaigns.segment-no-user-column", .usage,
        "\(reader.name): there is no column 'user'; the header has \(columns)",
        hint:
          "The first line names the columns. Put usr_… or external ids into 'user'. "
          + "To use another column, give --map user=HEADER.")
    }
    self.column = column
    self.reader = reader
  }

  /// At most so many lines; none at the end.
  mutating func next(_ count: Int) -> [Line] {
    var lines: [Line] = []
    while lines.count < count {
      switch reader.step() {
      case .record:
        lines.append(
          reader.word(column).map { .user($0, line: reader.line) }
            ?? .fault(
              SegmentError.line(
                file: reader.name, line: reader.line, cause: "the line names no user",
                hint: "Put a usr_… or an external id into 'user'.")))
      case .fault(let error): lines.append(.fault(error))
      case .end: return lines
      }
    }
    return lines
  }
}
