internal import QixGS1
internal import QixShake

/// A file of lines for the catalogue: what each says, or what is wrong with it.
struct CatalogueFile: Sendable {
  struct Fault: Sendable {
    let line: Int
    let error: any Diagnosable
  }

  /// Its name in messages.
  let name: String
  /// Of each line the columns in the order in which they were asked for, without blanks at their ends; nil where the
  /// file, or the line, has no such column.
  private(set) var rows: [(line: Int, fields: [String?])] = []
  private(set) var faults: [Fault] = []
  /// Columns that it has and nobody asked for, as it spells them.
  private(set) var passedOver: [String] = []

  /// Reads all of it.
  /// - Parameters:
  ///   - needed: columns without which it is no such file.
  ///   - others: columns that it may have.
  /// - Throws: `UsageError` for what `--map` says, `scanshake.no-column`, `scanshake.column-mistyped`, `RecordError` if
  ///   its structure is faulty.
  init(
    _ path: String, _ map: MapOption, needed: [String], others: [String] = [], example: String,
    in face: any Face
  ) throws {
    let known = needed + others
    let mapping = try map.mapping(columns: known)
    var reader = try face.records(in: path, mapping: mapping, example: example)
    name = reader.name
    var columns: [Int?] = []
    for column in needed {
      guard let found = reader.column(named: column) else {
        throw Failure(
          "scanshake.no-column", .usage, "\(name) has no column '\(column)'",
          hint: "The columns are \(known.joined(separator: ", ")); the first \(needed.count) are needed.")
      }
      columns.append(found)
    }
    for column in others { columns.append(reader.column(named: column)) }
    // Keys of JSON Lines appear as they come.
    reading: while true {
      switch reader.step() {
      case .record:
        let fields = columns.map { $0.flatMap { reader.text($0) }.map(PlainText.withoutBlanks) }
        rows.append((reader.line, fields))
      case .fault(let error): faults.append(Fault(line: reader.line, error: error))
      case .end: break reading
      }
    }
    let names = Set(known.map { ColumnName($0) })
    passedOver = reader.columns.filter { !names.contains(ColumnName($0)) }
    // DATE is no NAME where there are names.
    let missing = known.indices.filter { index in rows.allSatisfy { $0.fields[index] == nil } }.map { known[$0] }
    for column in passedOver {
      if let meant = Suggestion.best(for: ColumnName(column).description, among: missing) {
        throw Failure(
          "scanshake.column-mistyped", .usage,
          "\(name) has a column '\(column)', which would be ignored; did you mean '\(meant)'?",
          hint:
            """
            Rename it to '\(meant)', or say `--map \(meant)=\(column)`. If it is something else, give it a clearly \
            different name.
            """)
      }
    }
  }

  /// Makes of each line what it describes; those that describe nothing become faults.
  mutating func map<Row>(_ make: (_ line: Int, _ fields: [String?]) throws -> Row) rethrows -> [Row] {
    var made: [Row] = []
    for (line, fields) in rows {
      do {
        made.append(try make(line, fields))
      } catch let error as any Diagnosable where error is ScanShakeError || error is Failure {
        faults.append(Fault(line: line, error: error))
      }
    }
    faults.sort { $0.line < $1.line }
    return made
  }

  static let fields: [Field<CatalogueFile>] = [
    Field("refused", .count) { $0.faults.count },
    Field("faults", rows: fault, title: "Faults") { $0.faults },
  ]

  private static let fault: [Field<Fault>] = [
    Field("line", .count) { $0.line },
    Field("fault", .text, for: .content) { $0.error.description },
  ]

  /// Says in an answer what was wrong with it, and which columns were passed over.
  /// - Parameter next: what can be done next, where nothing was wrong.
  func report(in document: inout Document, next: String) {
    if !passedOver.isEmpty {
      let names = passedOver.prefix(10).map { "'\($0)'" }.joined(separator: ", ") + (passedOver.count > 10 ? ", …" : "")
      document.note("Ignored in \(name): \(names).")
    }
    guard let first = faults.first else { return document.next("\(next)") }
    // A spreadsheet spoils whole columns: its remedy comes first.
    var remedy: Sentence = "Fix the lines and run the command again. With --keep-going, the other lines are imported."
    if case .damagedCell? = first.error as? ScanShakeError { remedy = "\(CellDamage.remedy)" }
    document.failure = Failure(
      "scanshake.faulty-lines", first.error.category,
      "\(name): \(faults.count.counted("line")) can't be imported; line \(first.line): \(first.error.description)",
      hint: remedy)
  }
}
