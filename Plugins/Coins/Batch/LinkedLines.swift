internal import CoinsContract
internal import QixBatch
internal import QixModule

/// A line of a batch as it was read.
struct BatchLine {
  let content: Result<Operation, LineFault>
  /// The value by which it is known; 0 where it can't be done.
  var meaning: UInt64 = 0
  /// The key of its own that it has brought.
  var ownKey: String?
  /// What stands for it within its batch; nil where its own key does.
  var place: BatchRows.Place?
  /// Whether it is done only together with the line that follows it.
  let isLinked: Bool

  var isKeyed: Bool { ownKey != nil }
  var wasKeyed: Bool { place?.wasKeyed ?? false }
  /// Whether it was done under a key that it no longer has, or without the key that it has now.
  var isCrossed: Bool { place.map { isKeyed ? $0.isKnown : $0.wasKeyed } ?? false }
}

/// Lines that are done all or nothing: each is linked with the one that follows it.
struct LinkedLines {
  struct Entry {
    let name: LineName
    let line: BatchLine
    let rejected: RejectedRecord?
    let place: RejectedPlace?

    var operation: Operation? { try? line.content.get() }
  }

  private(set) var entries: [Entry] = []
  /// Why none of them can be done: the first fault that was found.
  var fault: LineFault?

  mutating func append(
    _ line: BatchLine, at name: LineName, _ rejected: RejectedRecord? = nil, _ place: RejectedPlace? = nil
  ) {
    entries.append(Entry(name: name, line: line, rejected: rejected, place: place))
    if case .failure(let found) = line.content { fault = fault ?? found }
  }

  /// The file has ended where another line was due.
  mutating func breakOff(in file: String) {
    guard fault == nil, let last = entries.last else { return }
    fault = LineFault(
      file: file, line: last.name.line, column: nil,
      cause: FieldFault(nil, "the line is linked with the next one, but it is the last line"))
  }
}
