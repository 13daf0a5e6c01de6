internal import QixCrypto
internal import QixKernel

/// The content, in chunks of 64 KiB that are sealed each by itself (the STREAM construction of Hoang, Reyhanitabar,
/// Rogaway and Vizár): a nonce counts them and marks the last, so that none can be moved, left out or cut off.
enum Payload {
  static let chunkSize = 1 << 16
  static let nonceSize = 16

  static func write(
    _ fileKey: borrowing SecretBytes, from source: @escaping ByteSource, to sink: ByteSink, random: any RandomSource
  ) throws {
    let nonce = random.bytes(nonceSize)
    try nonce.withUnsafeBytes { try sink($0) }
    let key = key(fileKey, nonce)
    var input = ChunkReader(source, size: chunkSize)
    var box = [UInt8](repeating: 0, count: chunkSize + ChaCha20Poly1305.tagSize)
    var counter: UInt64 = 0
    while try input.next() {
      let (count, isLast) = (input.count, input.isLast)
      try input.chunk.withUnsafeBytes { chunk in
        try box.withUnsafeMutableBytes { box in
          let box = UnsafeMutableRawBufferPointer(rebasing: box[..<(count + ChaCha20Poly1305.tagSize)])
          ChaCha20Poly1305.seal(
            UnsafeRawBufferPointer(rebasing: chunk[..<count]), key: key, nonce: chunkNonce(counter, isLast: isLast),
            into: box)
          try sink(UnsafeRawBufferPointer(box))
        }
      }
      counter += 1
    }
  }

  /// Hands out each chunk once it is known to be whole and in its place.
  static func read(
    _ fileKey: borrowing SecretBytes, nonce: [UInt8], from source: @escaping ByteSource, to sink: ByteSink
  )
    throws
  {
    let key = key(fileKey, nonce)
    var input = ChunkReader(source, size: chunkSize + ChaCha20Poly1305.tagSize)
    var plain = SecretBytes(count: chunkSize)
    var counter: UInt64 = 0
    while try input.next() {
      let (count, isLast) = (input.count - ChaCha20Poly1305.tagSize, input.isLast)
      guard count >= 0 else { throw AgeError.payload("it is cut off") }
      guard count > 0 || counter == 0 else { throw AgeError.payload("its last chunk is empty") }
      try input.chunk.withUnsafeBytes { chunk in
        try plain.withUnsafeMutableBytes { plain in
          let plain = UnsafeMutableRawBufferPointer(rebasing: plain[..<count])
          let isOpen = ChaCha20Poly1305.open(
            UnsafeRawBufferPointer(rebasing: chunk[..<(count + ChaCha20Poly1305.tagSize)]), key: key,
            nonce: chunkNonce(counter, isLast: isLast), into: plain)
          guard isOpen else {
            throw AgeError.payload("chunk \(counter + 1) was changed, or the file was cut off there")
          }
          if count > 0 { try sink(UnsafeRawBufferPointer(plain)) }
        }
      }
      counter += 1
    }
  }

  private static func key(_ fileKey: borrowing SecretBytes, _ nonce: [UInt8]) -> SecretBytes {
    HKDFSHA256.derive(fileKey, salt: nonce, info: Array("payload".utf8))
  }

  /// Eleven bytes that count, the greatest first, and one that is 1 in the last chunk.
  private static func chunkNonce(_ counter: UInt64, isLast: Bool) -> [UInt8] {
    withUnsafeBytes(of: counter.bigEndian) { [0, 0, 0] + $0 } + [isLast ? 1 : 0]
  }
}

/// Cuts a source into chunks, and knows which is the last by looking one byte further.
private struct ChunkReader: ~Copyable {
  private let source: ByteSource
  private let size: Int
  /// Room for a chunk and the byte behind it. The content may be a secret.
  private(set) var chunk: SecretBytes
  private(set) var count = 0
  private(set) var isLast = false
  private var isStarted = false

  init(_ source: @escaping ByteSource, size: Int) {
    self.source = source
    self.size = size
    chunk = SecretBytes(count: size + 1)
  }

  /// False behind the last chunk, which may be empty.
  mutating func next() throws -> Bool {
    guard !isLast else { return false }
    var filled = 0
    if isStarted {
      // The byte that was read too far.
      chunk.withUnsafeMutableBytes { $0[0] = $0[size] }
      filled = 1
    }
    isStarted = true
    while filled <= size {
      let (start, source) = (filled, source)
      let read = try chunk.withUnsafeMutableBytes { try source(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
      if read == 0 { break }
      filled += read
    }
    isLast = filled <= size
    count = min(filled, size)
    return true
  }
}
