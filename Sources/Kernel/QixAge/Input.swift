/// Fills a buffer as far as it can, and says how many bytes that were; none at the end.
package typealias ByteSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// Takes all bytes of a buffer.
package typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void

/// A source with a buffer, read by lines and by blocks.
struct Input {
  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var place = 0
  private var end = 0

  init(_ source: @escaping ByteSource) { self.source = source }

  private mutating func refill() throws -> Bool {
    guard place == end else { return true }
    place = 0
    end = try buffer.withUnsafeMutableBytes { try source($0) }
    return end > 0
  }

  /// A line without the byte that ends it; `isEnded` is false for what stands behind the last one. Nil at the end.
  /// - Parameter limit: Of bytes; a longer line gives `tooLong`.
  mutating func line(limit: Int, tooLong: AgeError) throws -> (bytes: [UInt8], isEnded: Bool)? {
    var line: [UInt8] = []
    while try refill() {
      let rest = buffer[place..<end]
      let stop = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(stop ?? end)]
      place = stop.map { $0 + 1 } ?? end
      guard line.count <= limit else { throw tooLong }
      if stop != nil { return (line, true) }
    }
    return line.isEmpty ? nil : (line, false)
  }

  /// Fills the buffer, unless the end comes before.
  mutating func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < target.count, try refill() {
      let size = min(end - place, target.count - count)
      UnsafeMutableRawBufferPointer(rebasing: target[count..<count + size]).copyBytes(
        from: buffer[place..<place + size])
      place += size
      count += size
    }
    return count
  }

  /// Returns the next bytes without consuming them; fewer at the end or where the source gives them in pieces.
  mutating func peek(_ count: Int) throws -> ArraySlice<UInt8> {
    guard try refill() else { return [] }
    return buffer[place..<min(end, place + count)]
  }
}
