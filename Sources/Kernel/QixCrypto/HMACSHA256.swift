internal import CSodium

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1), from libsodium; 32 bytes.
package enum HMACSHA256 {
  package static let size = 32

  package static func mac(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
    message.withUnsafeBytes { mac($0, key: key) }
  }

  package static func mac(_ message: UnsafeRawBufferPointer, key: borrowing SecretBytes) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: size)
    key.withUnsafeBytes { key in tag.withUnsafeMutableBytes { compute([message], key: key, into: $0) } }
    return tag
  }

  /// Whether the tag is the message's under this key, compared in constant time.
  package static func isMAC(_ tag: [UInt8], of message: [UInt8], key: borrowing SecretBytes) -> Bool {
    constantTimeEqual(mac(message, key: key), tag)
  }

  /// Computes the code of a message in pieces, into 32 bytes.
  static func compute(
    _ message: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer
  ) {
    precondition(tag.count == size)
    Sodium.start()
    var state = crypto_auth_hmacsha256_state()
    _ = key.withPointer { crypto_auth_hmacsha256_init(&state, $0, key.count) }
    for piece in message {
      crypto_auth_hmacsha256_update(&state, piece.bindMemory(to: UInt8.self).baseAddress, UInt64(piece.count))
    }
    _ = tag.withPointer { crypto_auth_hmacsha256_final(&state, $0) }
    withUnsafeMutableBytes(of: &state) { $0.wipe() }
  }
}
