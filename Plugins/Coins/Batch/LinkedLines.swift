internal import CoinsContract
internal import QixBatch

/// A line of a batch as it was read.
struct BatchLine {
  let content: Result<Operation, LineFault>
  /// Whether it is done only together with the line that follows it.
  let isLinked: Bool
}

/// Lines that are done all or nothing: each is linked with the one that follows it.
struct LinkedLines {
  struct Entry {
    let line: Int
    let raw: [UInt8]
    let operation: Operation?
  }

  private(set) var entries: [Entry] = []
  /// Why none of them can be done: the first fault that was found.
  var fault: LineFault?

  var operations: [Operation] { entries.compactMap(\.operation) }

  mutating func append(_ line: BatchLine, at number: Int, raw: [UInt8]) {
    switch line.content {
    case .success(let operation): entries.append(Entry(line: number, raw: raw, operation: operation))
    case .failure(let found):
      entries.append(Entry(line: number, raw: raw, operation: nil))
      fault = fault ?? found
    }
  }

  /// The file has ended where another line was due.
  mutating func breakOff(in file: String) {
    guard fault == nil, let last = entries.last else { return }
    fault = LineFault(
      file: file, line: last.line, column: nil,
      cause: FieldFault(nil, "the line is linked with a next one, and there is none"))
  }
}
