package import QixKernel

/// A fault of a file, with its line.
package struct CalendarFault: Error, Sendable, Equatable {
  package let line: Int
  package let code: String
  /// Without capital letter and full stop.
  package let sentence: Sentence
  package let hint: Sentence?

  package init(_ line: Int, _ code: String, _ sentence: Sentence, hint: Sentence? = nil) {
    self.line = line
    self.code = code
    self.sentence = sentence
    self.hint = hint
  }
}

/// All that is wrong with a file, in the order of its lines.
package struct CalendarFaults: Placed, Equatable {
  package let file: String
  package let faults: [CalendarFault]
  /// Whether there may be more, which were not looked for.
  package let isCutShort: Bool

  /// Faults that are collected before the rest of a file is given up.
  package static let most = 50

  package init(_ file: String, _ faults: [CalendarFault]) {
    precondition(!faults.isEmpty)
    self.file = file
    self.faults = Array(faults.sorted { $0.line < $1.line }.prefix(Self.most))
    isCutShort = faults.count > Self.most
  }

  package var category: ErrorCategory { .usage }

  /// The code of the faults, where they are all of one kind.
  package var code: String {
    let codes = Set(faults.map(\.code))
    return codes.count == 1 ? faults[0].code : "calendar.file"
  }

  package var place: String { "\(file), line \(faults[0].line)" }

  package var sentence: Sentence {
    if faults.count == 1 { return "\(file), line \(faults[0].line): \(faults[0].sentence)" }
    let lines = faults.map { "\n  line \($0.line): \($0.sentence)" as Sentence }.joined(separator: "")
    return "\(file) has \(isCutShort ? "more than " : "")\(faults.count) faults:\(lines)"
  }

  package var hint: Sentence? {
    var hints: [Sentence] = []
    for hint in faults.compactMap(\.hint) where !hints.contains(hint) && hints.count < 3 { hints.append(hint) }
    return hints.isEmpty ? nil : hints.joined
  }
}
