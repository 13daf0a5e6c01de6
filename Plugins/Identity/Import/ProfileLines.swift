internal import IdentityContract
internal import QixBatch
internal import QixModule

/// The profiles that a file describes, line by line.
struct ProfileLines: ~Copyable {
  /// What one line says of a user: values as they were typed, dates in qix's own form where they can be read.
  struct Profile {
    let user: String
    let values: [(field: ProfileField, text: Result<String, UserError>, title: ColumnTitle)]
  }

  struct Line {
    /// In the file, from 1; among the records, from 1.
    let number: Int
    let row: Int
    /// As the line names them, also where it has faults; nil where it names nobody.
    let user: String?
    /// Whether what stands for the user may be something else, because the line has other columns than the header.
    let isUserUnsure: Bool
    let content: Result<Profile, LineFault>
    /// As it stands there, to be mended.
    let rejected: RejectedRecord
  }

  static let columns = ["user"] + ProfileField.allCases.map(\.rawValue)
  static let example = #"{"user":"shop-4711","email":"ada@example.org"}"#

  private var reader: RecordReader
  private let dates: DatePattern?
  private let user: Int
  private let fields: [(field: ProfileField, column: Int)]
  /// The header as rejects have it; nil for JSON Lines.
  let header: [UInt8]?
  /// Columns of a table that mean nothing here.
  let ignored: [String]

  /// - Throws: what reading the header throws, and `UserError.importColumns`.
  init(_ source: BatchSource, _ format: RecordFormat, _ mapping: ColumnMapping, dates: DatePattern?) throws {
    var reader = try RecordReader(
      source: source.rewound(), name: source.name, format: format, mapping: mapping, example: Self.example)
    let known = Set((Self.columns + ["external-id", RejectedRecord.column]).map { ColumnName($0) })
    let ignored = reader.columns.filter { !known.contains(ColumnName($0)) }
    let header = reader.rejectsHeader(hasPlaces: false)
    guard let user = reader.column(named: "user") ?? reader.column(named: "external-id") else {
      throw UserError.importColumns("there is no column 'user'", file: source.name)
    }
    var fields: [(field: ProfileField, column: Int)] = []
    for field in ProfileField.allCases {
      if let column = reader.column(named: field.rawValue) { fields.append((field, column)) }
    }
    guard !fields.isEmpty else {
      throw UserError.importColumns("no column is a field of a profile", file: source.name)
    }
    (self.user, self.fields, self.ignored, self.header) = (user, fields, ignored, header)
    self.dates = dates
    self.reader = reader
  }

  /// At most so many lines; none at the end.
  mutating func next(_ count: Int) -> [Line] {
    var lines: [Line] = []
    while lines.count < count {
      switch reader.step() {
      case .record: lines.append(line(profile(), nil))
      case .fault(let error): lines.append(line(.failure(LineFault(error, line: reader.line)), error))
      case .end: return lines
      }
    }
    return lines
  }

  private func line(_ content: Result<Profile, LineFault>, _ error: RecordError?) -> Line {
    Line(
      number: reader.line, row: reader.record, user: error?.endsReading ?? false ? nil : reader.word(user),
      // No cell before the first can have a comma too many.
      isUserUnsure: error != nil && reader.format == .csv && user > 0, content: content,
      rejected: reader.rejected(error))
  }

  private func profile() -> Result<Profile, LineFault> {
    guard let name = reader.word(user) else {
      let cause = UserError.importColumns("the line names no user", file: nil)
      return .failure(LineFault(file: reader.name, line: reader.line, column: nil, cause: cause))
    }
    // An empty cell says nothing: it takes nothing away.
    var values: [(field: ProfileField, text: Result<String, UserError>, title: ColumnTitle)] = []
    for (field, column) in fields {
      guard let text = reader.text(column), !PlainText.trimmed(text).isEmpty else { continue }
      values.append((field, field == .birthDate ? date(text) : .success(text), reader.title(of: column)))
    }
    return .success(Profile(user: name, values: values))
  }

  /// A date in qix's own form.
  private func date(_ text: String) -> Result<String, UserError> {
    guard let dates else { return .success(text) }
    switch Array(PlainText.trimmed(text).utf8).withUnsafeBytes(dates.parse) {
    case .success(let (date, _)): return .success("\(date)")
    case .failure(let fault): return .failure(.malformedDate(problem: "it \(dates.sentence(fault))", form: dates.text))
    }
  }
}
