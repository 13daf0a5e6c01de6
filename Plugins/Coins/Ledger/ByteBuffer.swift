internal import QixKernel

/// Bytes that are put together again and again without allocating: leaves and fingerprints.
struct ByteBuffer {
  private var bytes: [UInt8] = []

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Eight bytes, most significant first.
  mutating func append(_ integer: Int64) { append(UInt64(bitPattern: integer)) }

  mutating func append(_ integer: UInt64) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ owner: Owner) {
    append(owner.high)
    append(owner.low)
  }

  mutating func append(_ raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }

  /// The length in bytes as an integer, then the UTF-8; -1 for no text, so that none and empty differ.
  mutating func append(_ text: String?) {
    guard let text else { return append(Int64(-1)) }
    append(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { bytes.withUnsafeBytes(body) }

  var array: [UInt8] { bytes }
}
