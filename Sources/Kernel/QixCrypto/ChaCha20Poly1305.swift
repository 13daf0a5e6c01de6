internal import CSodium

/// ChaCha20-Poly1305 (RFC 8439), from libsodium: for formats of others. A nonce of 12 bytes is too short to be random;
/// our own boxes are `SecretBox`.
package enum ChaCha20Poly1305 {
  package static let keySize = 32
  package static let nonceSize = 12
  package static let tagSize = 16

  /// Writes the ciphertext and its tag: 16 bytes more than the message.
  package static func seal(
    _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8], associated: [UInt8] = [],
    into box: UnsafeMutableRawBufferPointer
  ) {
    precondition(key.count == keySize && nonce.count == nonceSize && box.count == message.count + tagSize)
    Sodium.start()
    // It fails only for messages beyond 256 GiB.
    _ = key.withPointer { key in
      box.withPointer {
        crypto_aead_chacha20poly1305_ietf_encrypt(
          $0, nil, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count), associated,
          UInt64(associated.count), nil, nonce, key)
      }
    }
  }

  /// Writes the message, and says whether box, nonce, key and associated data belong together; if not, the memory is
  /// left zeroed.
  package static func open(
    _ box: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8], associated: [UInt8] = [],
    into message: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(key.count == keySize && nonce.count == nonceSize)
    guard box.count >= tagSize else { return false }
    precondition(message.count == box.count - tagSize)
    Sodium.start()
    return key.withPointer { key in
      message.withPointer { message in
        box.withPointer {
          crypto_aead_chacha20poly1305_ietf_decrypt(
            message, nil, nil, $0, UInt64(box.count), associated, UInt64(associated.count), nonce, key) == 0
        }
      }
    }
  }

  package static func seal(
    _ message: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], associated: [UInt8] = []
  ) -> [UInt8] {
    var box = [UInt8](repeating: 0, count: message.count + tagSize)
    message.withUnsafeBytes { message in
      box.withUnsafeMutableBytes { seal(message, key: key, nonce: nonce, associated: associated, into: $0) }
    }
    return box
  }

  /// The message in the box, or nil when it doesn't open.
  package static func open(
    _ box: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], associated: [UInt8] = []
  ) -> SecretBytes? {
    guard box.count >= tagSize else { return nil }
    var message = SecretBytes(count: box.count - tagSize)
    let isOpen = box.withUnsafeBytes { box in
      message.withUnsafeMutableBytes { open(box, key: key, nonce: nonce, associated: associated, into: $0) }
    }
    guard isOpen else { return nil }
    return message
  }
}
