/// The places of the values in a JSON text, for messages about one of them.
package struct JSONPlaces: Sendable {
  /// The line, and the character within it, both from 1.
  package struct Place: Hashable, Sendable {
    package let line: Int
    package let column: Int
  }

  private var offsets: [JSONPointer: Int] = [:]
  /// The offset at which each line begins.
  private var lines: [Int] = []
  private var bytes: [UInt8] = []

  /// The place of a value, for a member that of its key. Where there is no such value, that of the nearest one around
  /// it; nil where nothing is known, because there is no text.
  package subscript(pointer: JSONPointer) -> Place? {
    var steps = pointer.steps
    while true {
      if let offset = offsets[JSONPointer(steps)] { return place(of: offset) }
      guard !steps.isEmpty else { return nil }
      steps.removeLast()
    }
  }

  package init() {}

  init(_ offsets: [JSONPointer: Int], in text: UnsafeBufferPointer<UInt8>) {
    self.offsets = offsets
    bytes = Array(text)
    lines = [0] + bytes.indices.filter { bytes[$0] == .lineFeed }.map { $0 + 1 }
  }

  private func place(of offset: Int) -> Place {
    // The last line that begins at or before it.
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    let start = lines[low - 1]
    return Place(line: low, column: 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 })
  }
}

extension JSONValue {
  /// Reads one value as `init(parsing:)` does, and says where each part of it stands.
  package static func parsingPlaces(_ text: [UInt8]) throws(JSONError) -> (value: JSONValue, places: JSONPlaces) {
    var offsets: [JSONPointer: Int] = [:]
    let value = try JSONValue(parsing: text) { pointer, offset in offsets[pointer] = offset }
    let places = text.withUnsafeBufferPointer { JSONPlaces(offsets, in: $0) }
    return (value, places)
  }
}
