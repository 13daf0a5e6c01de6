internal import QixDefinitions
internal import QixModule

/// The rewards that a file describes, line by line: CSV with the keys of a description as its columns, or JSON Lines of
/// descriptions.
struct CatalogueLines: ~Copyable {
  /// A line without faults, and where its name and its stock stand, for what is found out later.
  struct Line: Sendable {
    let draft: RewardDraft
    let line: Int
    /// The columns of `kept`, in its order.
    private let columns: [Int32]

    init(_ draft: RewardDraft, line: Int, columns: [Int32]) {
      self.draft = draft
      self.line = line
      self.columns = columns
    }

    func fault(_ key: String, _ problem: String, _ remedy: String, _ kind: Fault.Kind = .malformed) -> LineFault {
      LineFault(
        Fault(pointer: JSONPointer([key]), problem: problem, remedy: remedy, kind: kind), line: line,
        column: CatalogueLines.kept.firstIndex(of: key).map { Int(columns[$0]) } ?? 1)
    }
  }

  enum Next {
    case line(Line)
    case faults([LineFault])
  }

  /// The least that a line of JSON Lines needs.
  private static let example =
    "{\"name\":\"mug\",\"brand\":\"Alba\",\"title\":\"The blue mug\",\"delivery\":\"goods\",\"price\":900}"

  var file: String { reader.name }
  private var reader: RecordReader
  private var rewards = RewardReader()
  /// The columns of a table, by key.
  private var columns: [(key: String, index: Int)] = []
  /// The first line of each name.
  private var names: [String: Int] = [:]
  /// Keys that faults may be found at later.
  fileprivate static let kept = [
    RewardKeys.name, RewardKeys.stock, RewardKeys.delivery, RewardKeys.price, RewardKeys.picture,
  ]

  /// - Throws: what reading the header throws; `RewardError.faultyLines` where the header has other columns.
  init(_ path: String, _ format: RecordFormat, _ mapping: ColumnMapping, _ face: any Face) throws {
    var reader = try face.records(in: path, format: format, mapping: mapping, example: Self.example)
    if reader.format == .csv {
      for key in RewardKeys.all { if let index = reader.column(named: key) { columns.append((key, index)) } }
      let faults = Self.headerFaults(
        reader.columns, known: Set(columns.map(\.index)), note: reader.column(named: Faults.note))
      guard faults.isEmpty else { throw RewardError.faultyLines(file: reader.name, faults) }
    }
    self.reader = reader
  }

  private static func headerFaults(_ header: [String], known: Set<Int>, note: Int?) -> LineFaults {
    var faults = LineFaults()
    for (index, name) in header.enumerated() where !known.contains(index) && index != note {
      faults.add(
        LineFault(
          Fault(
            pointer: .whole,
            problem: "there is no such column, '\(name)'\(Suggestion.clause(for: name, among: RewardKeys.all))",
            remedy: "remove it, or rename it to one of: \((RewardKeys.all + [Faults.note]).joined(separator: ", "))"),
          line: 1, column: 1))
    }
    return faults
  }

  /// The next line; nil at the end.
  mutating func next() -> Next? {
    switch reader.step() {
    case .end: return nil
    case .fault(let error): return .faults([LineFault(error)])
    case .record:
      rewards.faults = Faults()
      return reader.format == .csv ? row() : object()
    }
  }

  private mutating func row() -> Next {
    var object = JSONObject()
    for (key, index) in columns {
      let text = reader.word(index).map { PlainText.withoutBlanks(CellGuard.unguarded($0)) } ?? ""
      // Spreadsheets break lines within a cell in several ways.
      if !text.isEmpty { object[key] = RewardText.json(text.replacing("\r\n", with: "\n"), of: key) }
    }
    let draft = rewards.read(.object(object))
    remember(draft.name)
    return found(draft) { pointer in
      guard let index = columns.first(where: { $0.key == pointer.steps.first })?.index else { return (reader.line, 1) }
      return reader.position(of: index)
    }
  }

  private mutating func object() -> Next {
    let line = reader.line
    do {
      let (value, places) = try JSONValue.parsingPlaces(Array(reader.raw()))
      let draft = rewards.read(value)
      remember(draft.name)
      return found(draft) { (line, places[$0]?.column ?? 1) }
    } catch {
      // The reader has seen that it is an object; what is left is too deep, or a number that can't be held.
      let fault = Fault(pointer: .whole, problem: "\(error)", remedy: "write one object per line")
      return .faults([LineFault(fault, line: line, column: 1)])
    }
  }

  /// Each name can stand in one line.
  private mutating func remember(_ name: String?) {
    guard let name else { return }
    if let first = names[name] {
      rewards.faults.add(
        JSONPointer([RewardKeys.name]), "line \(first) has the same name", "remove one of the two")
    } else {
      names[name] = reader.line
    }
  }

  private func found(_ draft: RewardDraft, place: (JSONPointer) -> (line: Int, column: Int)) -> Next {
    let faults = rewards.faults.all.map { fault in
      let (line, column) = place(fault.pointer)
      return LineFault(fault, line: line, column: column)
    }
    guard faults.isEmpty else { return .faults(faults) }
    let columns = Self.kept.map { Int32(clamping: place(JSONPointer([$0])).column) }
    return .line(Line(draft, line: reader.line, columns: columns))
  }
}
