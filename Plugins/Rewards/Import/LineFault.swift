internal import QixDefinitions
internal import QixModule

/// A fault in a line of a catalogue.
struct LineFault: Error, Sendable, Equatable {
  /// The number of the line, from 1.
  let line: Int
  /// The character in it at which the value stands, from 1.
  let column: Int
  /// The fault as a sentence, with its place in front and a full stop at its end.
  let problem: String
  /// The remedy, as a sentence; nil where nothing helps.
  let remedy: String?
  /// Whether nothing is wrong but that the name is taken.
  let isTaken: Bool

  init(_ fault: Fault, line: Int, column: Int) {
    self.line = line
    self.column = column
    let key = fault.pointer.steps.first.map { " (\($0))" } ?? ""
    let placed = PlacedFault(place: "line \(line), column \(column)\(key)", fault: fault)
    (problem, remedy) = (placed.problem, placed.remedy)
    isTaken = fault.kind == .duplicate
  }

  /// A line that can't be read at all.
  init(_ error: RecordError) {
    line = error.line ?? 1
    column = error.column ?? 1
    // The file is named once, in front of all faults.
    let prefix = "\(error.file), "
    let text = "\(error)"
    let clause = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    (problem, remedy) = (clause + ".", error.hint?.description)
    isTaken = false
  }

  var sentence: String { remedy.map { "\(problem) \($0)" } ?? problem }

  static func inOrder(_ left: LineFault, _ right: LineFault) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// All that is wrong with a catalogue, by line and column.
struct LineFaults: Sendable, Equatable {
  /// The first ones.
  private(set) var faults: [LineFault] = []
  /// The number of all faults.
  private(set) var count = 0
  /// Whether none is worse than a name that is taken.
  private(set) var isAllTaken = true

  /// More help no reader, and a file of a million lines may be of another kind altogether.
  static let most = 1_000

  var isEmpty: Bool { count == 0 }

  init(_ faults: [LineFault] = []) { for fault in faults { add(fault) } }

  mutating func add(_ fault: LineFault) {
    count += 1
    if !fault.isTaken { isAllTaken = false }
    if faults.count < Self.most { faults.append(fault) }
  }

  mutating func add(_ more: some Sequence<LineFault>) { for fault in more { add(fault) } }

  var sentences: String {
    let shown = faults.sorted(by: LineFault.inOrder)
    if count == 1 { return shown[0].sentence }
    let rest = count > shown.count ? "\n  and \(count - shown.count) more" : ""
    // One mistake is often made in every line: how to mend it is said once.
    var said: Set<String> = []
    let lines = shown.map { fault in
      guard let remedy = fault.remedy else { return fault.problem }
      return said.insert(remedy).inserted ? fault.sentence : fault.problem
    }
    return "\(count) faults:\n" + lines.map { "  \($0)" }.joined(separator: "\n") + rest
  }
}
