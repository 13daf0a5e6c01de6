internal import COpenSSL

/// SHA-256 (FIPS 180-4), 32 bytes.
///
/// OpenSSL's, because it uses the processor's SHA instructions: six times the speed of libsodium's for the short
/// messages of a Merkle tree.
package struct SHA256: Sendable {
  private var state = SHA256_CTX()

  package static let size = 32

  package init() { SHA256_Init(&state) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }
  package mutating func update(_ byte: UInt8) { withUnsafeBytes(of: byte) { update($0) } }

  /// Eight bytes, most significant first.
  package mutating func update(_ integer: Int64) { withUnsafeBytes(of: integer.bigEndian) { update($0) } }

  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Writes the digest into 32 bytes.
  package mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
    precondition(digest.count == Self.size)
    SHA256_Final(digest.baseAddress?.assumingMemoryBound(to: UInt8.self), &state)
  }

  package mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.size)
    digest.withUnsafeMutableBytes { finish(into: $0) }
    return digest
  }

  package static func hash(_ text: String) -> [UInt8] {
    var hasher = SHA256()
    hasher.update(text)
    return hasher.finish()
  }
}
