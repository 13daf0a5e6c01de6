internal import CSodium
package import QixKernel

/// Authenticated encryption: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), from libsodium.
///
/// A box is a random nonce of 24 bytes, the ciphertext, and a tag of 16 bytes. The associated data is not in it; it
/// binds the box to its place, so that a box moved elsewhere doesn't open.
package enum SecretBox {
  package static let keySize = 32
  package static let nonceSize = 24
  package static let tagSize = 16
  package static let overhead = nonceSize + tagSize

  /// - Parameter key: 32 bytes.
  package static func seal(
    _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, associated: AssociatedData,
    random: any RandomSource
  ) -> [UInt8] {
    precondition(key.count == keySize)
    Sodium.start()
    var box = random.bytes(nonceSize) + [UInt8](repeating: 0, count: message.count + tagSize)
    box.withUnsafeMutableBufferPointer { box in
      guard let start = box.baseAddress else { return }
      // It fails only for messages beyond 256 GiB.
      _ = key.withPointer {
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          start + nonceSize, nil, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count),
          associated.bytes, UInt64(associated.bytes.count), nil, start, $0)
      }
    }
    return box
  }

  package static func seal(
    _ message: borrowing SecretBytes, key: borrowing SecretBytes, associated: AssociatedData, random: any RandomSource
  ) -> [UInt8] {
    message.withUnsafeBytes { seal($0, key: key, associated: associated, random: random) }
  }

  /// The message in the box, or nil when the box, its place or the key is not the one it was sealed with.
  /// - Parameter key: 32 bytes.
  package static func open(
    _ box: [UInt8], key: borrowing SecretBytes, associated: AssociatedData
  ) -> SecretBytes? {
    precondition(key.count == keySize)
    guard box.count >= overhead else { return nil }
    Sodium.start()
    var message = SecretBytes(count: box.count - overhead)
    let isOpen = box.withUnsafeBufferPointer { box in
      guard let start = box.baseAddress else { return false }
      return message.withMutablePointer { message in
        key.withPointer {
          crypto_aead_xchacha20poly1305_ietf_decrypt(
            message, nil, nil, start + nonceSize, UInt64(box.count - nonceSize), associated.bytes,
            UInt64(associated.bytes.count), start, $0) == 0
        }
      }
    }
    guard isOpen else { return nil }
    return message
  }
}

/// The data that a box is bound to: parts, each with its length before it, so that no two lists of parts read the same.
package struct AssociatedData: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter context: what kind of box this is, and the version of its format: `qix-vault-item/1`.
  /// - Parameter capacity: bytes to make room for at once.
  package init(_ context: String, capacity: Int = 128) {
    bytes.reserveCapacity(capacity)
    append(context)
  }

  /// Bytes as they are: for published vectors.
  init(raw bytes: [UInt8]) { self.bytes = bytes }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  package mutating func append(_ part: [UInt8]) { part.withUnsafeBytes { append($0) } }

  package mutating func append(_ part: UnsafeRawBufferPointer) {
    append(Int64(part.count))
    bytes.append(contentsOf: part)
  }

  /// Its sixteen bytes.
  package mutating func append<Tag>(_ identifier: Identifier<Tag>) { identifier.withBytes { append($0) } }

  /// Eight bytes, the greatest first.
  package mutating func append(_ number: Int64) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
