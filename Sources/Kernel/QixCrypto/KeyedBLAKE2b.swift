internal import CSodium

/// BLAKE2b with a key (RFC 7693 §2.9): authenticates messages, and turns a name into an index term that can't be
/// computed without the key.
///
/// One value takes one message, in pieces if need be; its state is secret, so it lies in protected memory.
package struct KeyedBLAKE2b: ~Copyable {
  private var state: SecretBytes
  private let size: Int

  /// - Parameters:
  ///   - key: 16 to 64 bytes.
  ///   - size: Of the tag, 16 to 64 bytes.
  package init(key: borrowing SecretBytes, size: Int = 32) {
    precondition((16...64).contains(key.count) && (16...64).contains(size))
    Sodium.start()
    self.size = size
    // Short secrets begin at a multiple of 64, as the state has to.
    state = SecretBytes(count: crypto_generichash_statebytes())
    let keySize = key.count
    _ = state.withState { state in key.withPointer { crypto_generichash_init(state, $0, keySize, size) } }
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = state.withState {
      crypto_generichash_update($0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    }
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }
  package mutating func update(_ bytes: borrowing SecretBytes) { bytes.withUnsafeBytes { update($0) } }

  /// Eight bytes, most significant first.
  package mutating func update(_ integer: Int64) { withUnsafeBytes(of: integer.bigEndian) { update($0) } }

  package consuming func finish() -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: size)
    let size = size
    _ = state.withState { crypto_generichash_final($0, &tag, size) }
    return tag
  }
}

extension SecretBytes {
  fileprivate mutating func withState<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withMutablePointer { body(OpaquePointer($0)) }
  }
}

extension BLAKE2b {
  /// The tag of a message under a key of 16 to 64 bytes.
  /// - Parameter size: 16 to 64 bytes.
  package static func mac(_ message: [UInt8], key: borrowing SecretBytes, size: Int = 32) -> [UInt8] {
    message.withUnsafeBytes { mac($0, key: key, size: size) }
  }

  package static func mac(_ message: borrowing SecretBytes, key: borrowing SecretBytes, size: Int = 32) -> [UInt8] {
    message.withUnsafeBytes { mac($0, key: key, size: size) }
  }

  package static func mac(
    _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, size: Int = 32
  ) -> [UInt8] {
    precondition((16...64).contains(key.count) && (16...64).contains(size))
    var tag = [UInt8](repeating: 0, count: size)
    let keySize = key.count
    _ = key.withPointer {
      crypto_generichash(
        &tag, size, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count), $0, keySize)
    }
    return tag
  }

  /// Whether the tag is the message's under this key, compared in constant time. A tag of under 16 bytes is refused.
  package static func isMAC(_ tag: [UInt8], of message: [UInt8], key: borrowing SecretBytes) -> Bool {
    (16...64).contains(tag.count) && constantTimeEqual(mac(message, key: key, size: tag.count), tag)
  }
}
