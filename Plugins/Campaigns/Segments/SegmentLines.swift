internal import QixModule

/// The users that a file names, line by line.
struct SegmentLines: ~Copyable {
  enum Line {
    case user(String, line: Int)
    case fault(SegmentError)
  }

  private var reader: RecordReader
  private let column: Int
  private let file: String
  private var isOver = false

  /// - Throws: what reading the header throws; `SegmentError.noUserColumn`.
  init(_ path: String, _ format: RecordFormat, _ mapping: ColumnMapping, _ terminal: Terminal) throws {
    let file = terminal.name(ofInput: path)
    // The members of a segment can be listed later.
    let input = try terminal.keptInput(from: path, option: "--file")
    var reader = try RecordReader(
      source: .reading { try input.read(into: $0) }, name: file, format: format, mapping: mapping,
      example: "{\"user\":\"shop-4711\"}")
    guard let column = reader.column(named: "user") else {
      throw SegmentError.noUserColumn(file: file, columns: reader.columns)
    }
    self.file = file
    self.column = column
    self.reader = reader
  }

  /// At most so many lines; none at the end.
  mutating func next(_ count: Int) -> [Line] {
    var lines: [Line] = []
    while !isOver, lines.count < count {
      do throws(RecordError) {
        guard try reader.next() else {
          isOver = true
          break
        }
        let text = reader.text(column).map(Self.trimmed) ?? ""
        lines.append(
          text.isEmpty
            ? .fault(
              .line(
                file: file, line: reader.line, cause: "the line names no user",
                hint: "Put a usr_… or an external id into 'user'."))
            : .user(text, line: reader.line))
      } catch {
        lines.append(.fault(.unreadable(error)))
        isOver = error.endsReading
      }
    }
    return lines
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
