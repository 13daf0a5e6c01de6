internal import CoinsContract
internal import QixBatch
internal import QixModule

/// A line of a batch as it was read.
struct BatchLine {
  let content: Result<Operation, LineFault>
  /// What stands for it where it has no key of its own.
  var place: BatchRows.Place?
  /// What it would be known by without its key. While lines are counted it is there for those alone that were done
  /// without one.
  var keyed: UInt64?
  /// Whether it is done only together with the line that follows it.
  let isLinked: Bool
}

/// Lines that are done all or nothing: each is linked with the one that follows it.
struct LinkedLines {
  struct Entry {
    let line: LineName
    let rejected: RejectedRecord?
    let operation: Operation?
    let place: BatchRows.Place?
    let keyed: UInt64?
  }

  private(set) var entries: [Entry] = []
  /// Why none of them can be done: the first fault that was found.
  var fault: LineFault?

  var operations: [Operation] { entries.compactMap(\.operation) }

  mutating func append(_ line: BatchLine, at name: LineName, _ rejected: RejectedRecord?) {
    switch line.content {
    case .success(let operation):
      entries.append(Entry(line: name, rejected: rejected, operation: operation, place: line.place, keyed: line.keyed))
    case .failure(let found):
      entries.append(Entry(line: name, rejected: rejected, operation: nil, place: nil, keyed: nil))
      fault = fault ?? found
    }
  }

  /// The file has ended where another line was due.
  mutating func breakOff(in file: String) {
    guard fault == nil, let last = entries.last else { return }
    fault = LineFault(
      file: file, line: last.line.line, column: nil,
      cause: FieldFault(nil, "the line is linked with a next one, and there is none"))
  }
}
