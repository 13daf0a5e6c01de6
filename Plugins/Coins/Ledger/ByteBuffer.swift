internal import QixModule

/// Bytes that are put together again and again without allocating: leaves and fingerprints.
struct ByteBuffer {
  /// At least `count` bytes; what lies behind them is left over from before.
  private var bytes: [UInt8] = []
  private var count = 0

  mutating func clear() { count = 0 }

  mutating func append(_ byte: UInt8) { store(byte) }

  /// Eight bytes, most significant first.
  mutating func append(_ integer: Int64) { append(UInt64(bitPattern: integer)) }

  mutating func append(_ integer: UInt64) { store(integer.bigEndian) }

  mutating func append(_ owner: Owner) {
    grow(by: 16)
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: owner.high.bigEndian, toByteOffset: count, as: UInt64.self)
      $0.storeBytes(of: owner.low.bigEndian, toByteOffset: count + 8, as: UInt64.self)
    }
    count += 16
  }

  mutating func append(_ raw: UnsafeRawBufferPointer) {
    grow(by: raw.count)
    bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: raw) }
    count += raw.count
  }

  /// The length in bytes as an integer, then the UTF-8; -1 for no text, so that none and empty differ.
  mutating func append(_ text: String?) {
    guard var text else { return append(Int64(-1)) }
    append(Int64(text.utf8.count))
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  var array: [UInt8] { Array(bytes[..<count]) }

  /// Writes an integer as it lies in memory: with a dozen of them in each leaf, `Array.append(contentsOf:)` shows.
  private mutating func store<Integer: FixedWidthInteger>(_ integer: Integer) {
    grow(by: MemoryLayout<Integer>.size)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: integer, toByteOffset: count, as: Integer.self) }
    count += MemoryLayout<Integer>.size
  }

  /// Makes room for more bytes.
  private mutating func grow(by more: Int) {
    let missing = count + more - bytes.count
    if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: max(missing, bytes.count, 256))) }
  }
}
