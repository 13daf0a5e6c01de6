internal import CoinsContract

/// Lines that are done all or nothing: each is linked with the one that follows it.
struct LinkedLines {
  struct Entry {
    let line: Int
    let raw: [UInt8]
    var operation: Operation?
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  /// Whether every line could be read.
  var isComplete: Bool { entries.allSatisfy { $0.operation != nil } }
  var operations: [Operation] { entries.compactMap(\.operation) }

  mutating func append(line: Int, raw: [UInt8]) { entries.append(Entry(line: line, raw: raw)) }

  /// The operation of the line that was appended last.
  mutating func add(_ operation: Operation) { entries[entries.count - 1].operation = operation }
}
