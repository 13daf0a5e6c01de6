internal import COpenSSL

extension HMACSHA256 {
  /// A key that has been taken in already, for many short messages: the two blocks that RFC 2104 hashes of the key
  /// alone are hashed once, which is half the work of a message under 56 bytes. What is kept is as secret as the key,
  /// and lies in protected memory.
  ///
  /// The hash is OpenSSL's, as for Merkle trees: it uses the processor's SHA instructions (docs/decisions/0004).
  package struct Key: ~Copyable, Sendable {
    private typealias States = (inner: SHA256_CTX, outer: SHA256_CTX)
    private static let blockSize = 64

    /// The two states, one behind the other.
    private let states: SecretBytes

    package init(_ key: borrowing SecretBytes) {
      var fresh: States = (SHA256_CTX(), SHA256_CTX())
      withUnsafeTemporaryAllocation(byteCount: Self.blockSize, alignment: 8) { block in
        defer { block.wipe() }
        for byte in block.indices { block[byte] = 0 }
        key.withUnsafeBytes { key in
          if key.count <= Self.blockSize {
            block.copyMemory(from: key)
          } else {
            var hasher = SHA256()
            hasher.update(key)
            hasher.finish(into: UnsafeMutableRawBufferPointer(rebasing: block[..<SHA256.size]))
          }
        }
        for byte in block.indices { block[byte] ^= 0x36 }
        SHA256_Init(&fresh.inner)
        SHA256_Update(&fresh.inner, block.baseAddress, block.count)
        for byte in block.indices { block[byte] ^= 0x36 ^ 0x5C }
        SHA256_Init(&fresh.outer)
        SHA256_Update(&fresh.outer, block.baseAddress, block.count)
      }
      states = withUnsafeMutableBytes(of: &fresh) { bytes in
        defer { bytes.wipe() }
        return SecretBytes(copying: UnsafeRawBufferPointer(bytes))
      }
    }

    /// Computes the code of a message in two pieces, the second of which may be empty, into 32 bytes.
    package borrowing func mac(
      _ message: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
      into tag: UnsafeMutableRawBufferPointer
    ) {
      precondition(tag.count == HMACSHA256.size)
      var copy: States = (SHA256_CTX(), SHA256_CTX())
      states.withUnsafeBytes { kept in withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: kept) } }
      let output = tag.assumingMemoryBound(to: UInt8.self).baseAddress
      SHA256_Update(&copy.inner, message.baseAddress, message.count)
      SHA256_Update(&copy.inner, rest.baseAddress, rest.count)
      SHA256_Final(output, &copy.inner)
      SHA256_Update(&copy.outer, output, HMACSHA256.size)
      SHA256_Final(output, &copy.outer)
      withUnsafeMutableBytes(of: &copy) { $0.wipe() }
    }
  }
}
