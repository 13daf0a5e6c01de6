internal import CSodium

/// Padding that hides how long a message is (ISO/IEC 7816-4, libsodium's `sodium_pad`): a byte 0x80, then zeros.
package enum Padding {
  /// The message and 1 to `block` bytes more, so that the length is a multiple of `block`.
  package static func pad(_ message: borrowing SecretBytes, toMultipleOf block: Int) -> SecretBytes {
    precondition(block > 0)
    let size = message.count + (block - message.count % block)
    var padded = SecretBytes(count: size)
    message.withUnsafeBytes { message in padded.withUnsafeMutableBytes { $0.copyMemory(from: message) } }
    let count = message.count
    let result = padded.withMutablePointer { sodium_pad(nil, $0, count, block, size) }
    precondition(result == 0, "the buffer was made to fit")
    return padded
  }

  /// The message that was padded, or nil when this is no padding.
  package static func unpad(_ padded: borrowing SecretBytes, multipleOf block: Int) -> SecretBytes? {
    precondition(block > 0)
    guard padded.count > 0, padded.count.isMultiple(of: block) else { return nil }
    var count = 0
    let size = padded.count
    guard padded.withPointer({ sodium_unpad(&count, $0, size, block) }) == 0, count <= size else { return nil }
    return padded.copy(0..<count)
  }
}
